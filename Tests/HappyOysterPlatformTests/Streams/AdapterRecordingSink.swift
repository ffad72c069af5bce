// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport

/// Records what a stream reports.
final class AdapterRecordingSink: StreamSink {
    let words = Recorder<String>()
    let frames = Recorder<VideoFrame>()
    let audio = Recorder<AudioChunk>()
    let requests = Recorder<StreamRequest>()
    private let keepsFrames: Bool
    private let answer: Answer?

    /// Handles a request: answers at once, or keeps the completion.
    typealias Answer =
        @Sendable (
            StreamRequest, @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
        ) -> Void

    init(keepsFrames: Bool = true, answer: Answer? = nil) {
        self.keepsFrames = keepsFrames
        self.answer = answer
    }

    func stateChanged(_ state: StreamState) { words.add("\(state)") }
    func firstFrameArrived() { words.add("first frame") }
    func failed(_ message: String) { words.add("failed \(message)") }
    var wantsFrames: Bool { true }
    func deliver(_ frame: VideoFrame) { if keepsFrames { frames.add(frame) } }
    var wantsAudio: Bool { true }
    func deliver(_ audio: AudioChunk) { self.audio.add(audio) }

    func send(
        _ request: StreamRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        requests.add(request)
        answer?(request, completion)
    }

    func recordingFailed(_ reason: String) { words.add("not recorded: \(reason)") }
    func log(_ level: OysterLogLevel, _ message: String) { words.add("\(level): \(message)") }
    func closed() { words.add("closed") }

    /// Waits for an entry; false when it does not arrive in time.
    func heard(_ word: String) -> Bool { blockUntil { words.entries.contains(word) } }
}
