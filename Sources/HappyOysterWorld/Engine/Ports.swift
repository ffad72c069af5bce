// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream

/// What an engine needs from the world around it; tests hand in scripted ones.
package struct Ports: Sendable {
    package let loop: any EventLoop
    package let transport: any HTTPTransport
    package let json: any JSONCoding
    package let log: any LogWriter
    package let streams: any StreamEngineProvider
    /// Random bits, for request keys.
    package let random: @Sendable () -> UInt64
    package let ends = PendingEnds()

    package init(
        loop: any EventLoop,
        transport: any HTTPTransport,
        json: any JSONCoding,
        log: any LogWriter,
        streams: any StreamEngineProvider,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.loop = loop
        self.transport = transport
        self.json = json
        self.log = log
        self.streams = streams
        self.random = random
    }
}

/// Finds the stream engine for a channel.
package protocol StreamEngineProvider: Sendable {
    /// The engine that the configuration asks for; on the loop.
    func engine(for choice: RuntimeConfig.StreamChoice, rtcConfig: JSONValue)
        throws(OysterSDKError) -> any StreamEngine
}
