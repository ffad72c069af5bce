// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What a stream reports to the library, from any thread.
package protocol StreamSink: Sendable {
    func stateChanged(_ state: StreamState)
    /// The first frame of this join arrived, decoded or not; once per join.
    func firstFrameArrived()
    /// The connection failed for good; the text is for the log.
    func failed(_ message: String)
    /// Whether the host wants frames; the stream decodes none while false.
    var wantsFrames: Bool { get }
    /// Delivers a frame; it replaces one that still waits.
    func deliver(_ frame: VideoFrame)
    /// Whether the host wants audio; the stream decodes none while false.
    var wantsAudio: Bool { get }
    /// Delivers audio, in order.
    func deliver(_ audio: AudioChunk)
    /// Sends a signalling request; completes once, on the event loop, after this call has returned.
    func send(
        _ request: StreamRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    )
    /// The recording cannot be written; the text is for the host.
    func recordingFailed(_ reason: String)
    func log(_ level: OysterLogLevel, _ message: String)
    /// The stream has ended; called once, last, after `leave`.
    func closed()
}

/// A signalling request of a stream engine, for the library's HTTP client.
///
/// Query and body may hold secrets: neither is logged.
package struct StreamRequest: Sendable {
    package let method: HTTPRequest.Method
    package let url: ServiceURL
    package let bearer: Secret?
    package let contentType: String?
    package let body: [UInt8]?
    package let timeout: Duration

    package init(
        method: HTTPRequest.Method,
        url: ServiceURL,
        bearer: Secret? = nil,
        contentType: String? = nil,
        body: [UInt8]? = nil,
        timeout: Duration
    ) {
        self.method = method
        self.url = url
        self.bearer = bearer
        self.contentType = contentType
        self.body = body
        self.timeout = timeout
    }
}
