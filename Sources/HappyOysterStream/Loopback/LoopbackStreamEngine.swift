// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// A stream engine without a network: its picture is a test card that answers to commands.
package struct LoopbackStreamEngine: StreamEngine {
    package let name = "loopback"
    private let options: LoopbackOptions
    private let thread: MediaThread
    /// Shared by all streams: frames in flight are few, whoever they belong to.
    private let pool = FramePool(idleLimit: 4)

    /// Makes an engine; without a thread of its own it shares that of the process.
    package init(options: LoopbackOptions = LoopbackOptions(), thread: MediaThread = .shared) {
        self.options = options
        self.thread = thread
    }

    /// Everything suits.
    package func suits(rtcConfig: JSONValue) -> Bool { true }

    /// There is nothing to load.
    package func prepare(playsAudio: Bool) throws(OysterSDKError) {}

    package func join(_ request: StreamJoin, sink: any StreamSink) throws(OysterSDKError)
        -> any StreamConnection
    {
        let connection = LoopbackConnection(
            request: request,
            sink: sink,
            options: options,
            thread: thread,
            pool: pool
        )
        guard thread.add(connection) else {
            throw OysterSDKError.streamEngine("there is no thread for the loopback stream")
        }
        return connection
    }
}
