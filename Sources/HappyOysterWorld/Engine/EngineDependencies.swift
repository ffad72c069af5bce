// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream

/// What an engine depends on; tests pass scripted implementations.
package struct EngineDependencies: Sendable {
    package let loop: any EventLoop
    package let transport: any HTTPTransport
    package let log: any LogWriter
    package let streams: any StreamEngineProvider
    /// Random bits, for request keys.
    package let random: @Sendable () -> UInt64
    /// The process's working directory, on the caller's thread; nil when it cannot be read.
    package let workingFolder: @Sendable () -> String?
    package let certificates: any CertificateSource
    package let ends = PendingEnds()

    package init(
        loop: any EventLoop,
        transport: any HTTPTransport,
        log: any LogWriter,
        streams: any StreamEngineProvider,
        random: @escaping @Sendable () -> UInt64,
        workingFolder: @escaping @Sendable () -> String?,
        certificates: any CertificateSource = UncheckedCertificates()
    ) {
        self.loop = loop
        self.transport = transport
        self.log = log
        self.streams = streams
        self.random = random
        self.workingFolder = workingFolder
        self.certificates = certificates
    }
}

/// Finds the stream engine of a travel.
package protocol StreamEngineProvider: Sendable {
    /// Throws 100002 with the reason when a configuration names an adapter that cannot be loaded.
    ///
    /// Loads the adapter on the calling thread, which is the host's.
    func check(_ choice: RuntimeConfig.StreamChoice) throws(OysterSDKError)

    /// Loads and prepares the configured stream engine outside the loop; fails with 105001 when none
    /// can run.
    ///
    /// Calls `done` once, on any thread, possibly before it returns.
    func prepare(
        _ config: RuntimeConfig,
        _ done: @escaping @Sendable (Result<StreamSelection, OysterSDKError>) -> Void
    )
}
