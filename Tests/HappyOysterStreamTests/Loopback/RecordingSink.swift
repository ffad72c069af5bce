// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// Records what a stream reports.
final class RecordingSink: StreamSink {
    enum Event: Equatable, Sendable {
        case state(StreamState)
        case firstFrame
        case failed
        case frame
        case closed
    }

    private struct Record {
        var events: [Event] = []
        var opening: VideoFrame?
        var frames: [VideoFrame] = []
        var times: [Duration] = []
        var logs: [String] = []
        var audio: [AudioChunk] = []
    }

    private let record = Mutex(Record())
    private let wants: Mutex<Bool>
    let wantsAudio: Bool
    private let onFrame: @Sendable (VideoFrame) -> Void

    init(
        wantsFrames: Bool = true,
        wantsAudio: Bool = false,
        onFrame: @escaping @Sendable (VideoFrame) -> Void = { _ in }
    ) {
        wants = Mutex(wantsFrames)
        self.wantsAudio = wantsAudio
        self.onFrame = onFrame
    }

    var events: [Event] { record.withLock { $0.events } }
    /// Events without the frames.
    var story: [Event] { events.filter { $0 != .frame } }
    /// The first frame.
    var opening: VideoFrame? { record.withLock { $0.opening } }
    /// The last frames.
    var frames: [VideoFrame] { record.withLock { $0.frames } }
    var frameTimes: [Duration] { record.withLock { $0.times } }
    var logs: [String] { record.withLock { $0.logs } }
    var audio: [AudioChunk] { record.withLock { $0.audio } }

    func want(_ wanted: Bool) { wants.withLock { $0 = wanted } }

    var wantsFrames: Bool { wants.withLock { $0 } }
    func stateChanged(_ state: StreamState) { add(.state(state)) }
    func firstFrameArrived() { add(.firstFrame) }
    func failed(_ message: String) { add(.failed) }
    func closed() { add(.closed) }

    func deliver(_ frame: VideoFrame) {
        let now = SystemClock.monotonic
        record.withLock { record in
            record.events.append(.frame)
            record.times.append(now)
            if record.opening == nil { record.opening = frame }
            record.frames.append(frame)
            if record.frames.count > 8 { record.frames.removeFirst() }
        }
        onFrame(frame)
    }

    func deliver(_ audio: AudioChunk) { record.withLock { $0.audio.append(audio) } }
    func send(
        _ request: StreamRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {}

    func recordingFailed(_ reason: String) {}
    func log(_ level: OysterLogLevel, _ message: String) {
        record.withLock { $0.logs.append(message) }
    }

    private func add(_ event: Event) { record.withLock { $0.events.append(event) } }
}

/// A request to join, as the library makes it.
func joinRequest(
    mode: OysterModeValue = .adventure,
    aspectRatio: String? = nil
) -> StreamJoin {
    StreamJoin(
        rtcConfig: [:],
        travelId: "travel-1",
        mode: mode,
        aspectRatio: aspectRatio,
        timeout: .seconds(30)
    )
}
