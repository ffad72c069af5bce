// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What a stream tells the library, from any thread.
package protocol StreamSink: Sendable {
    func stateChanged(_ state: StreamState)
    /// The first picture of this join arrived, decoded or not; once per join.
    func firstFrameArrived()
    /// The connection failed for good; the text is for the log.
    func failed(_ message: String)
    /// Whether anybody wants pictures; decoding is skipped while false.
    var wantsFrames: Bool { get }
    /// A picture; newest wins.
    func deliver(_ frame: VideoFrame)
    /// Whether the host wants sound; decoding is skipped while false.
    var wantsAudio: Bool { get }
    /// Sound, in order.
    func deliver(_ audio: AudioChunk)
    /// Sends a request of the signalling; completes once, on the event loop, after this returned.
    func send(
        _ request: StreamRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    )
    /// The file that was being written, or was to be, cannot be; the text is for the host.
    func recordingFailed(_ reason: String)
    func log(_ level: OysterLogLevel, _ message: String)
    /// The stream is gone; once, last, after `leave`.
    func closed()
}
