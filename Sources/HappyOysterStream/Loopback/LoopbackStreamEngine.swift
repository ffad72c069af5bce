// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// A stream engine without a network: it draws a test card that responds to commands.
package struct LoopbackStreamEngine: StreamEngine {
    package let name = "loopback"
    private let options: LoopbackOptions
    private let thread: MediaThread
    /// Shared by all streams, since few frames exist at a time.
    private let pool = FramePool(idleLimit: 4)

    /// Makes an engine; by default it uses the media thread of the process.
    package init(options: LoopbackOptions = LoopbackOptions(), thread: MediaThread = .shared) {
        self.options = options
        self.thread = thread
    }

    /// Every rtcConfig suits.
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

/// How a loopback stream behaves; tests use it to produce failures.
package struct LoopbackOptions: Sendable {
    /// How far a stream proceeds.
    package enum Outcome: Sendable, CaseIterable {
        case plays
        /// Stays connecting.
        case neverJoins
        /// Joins and delivers no frame.
        case neverPlays
        /// Fails instead of joining.
        case failsToJoin
    }

    package var outcome: Outcome
    /// From join to joined, or to the failure.
    package var joinDelay: Duration
    /// From joined to the first frame; long enough for a travel at the gateway to be running.
    package var firstFrameDelay: Duration

    package init(
        outcome: Outcome = .plays,
        joinDelay: Duration = .milliseconds(20),
        firstFrameDelay: Duration = .milliseconds(60)
    ) {
        self.outcome = outcome
        self.joinDelay = joinDelay
        self.firstFrameDelay = firstFrameDelay
    }
}
