// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// Hears one join: pictures and sound go straight to the host's side, words go to the loop.
final class TravelSink: StreamSink {
    private let live = LiveObject("TravelSink")
    private let actor: EngineActor
    private let number: UInt64
    private let join: UInt64
    private let view: VideoView
    private let audio: AudioBuffer
    private let config: RuntimeConfig
    private let redactor: Lock<Redactor>
    private let isMuted = Atomic(false)
    /// Requests without an answer; on the loop.
    private let requests = Lock(PendingStreamRequests())

    /// How long a server may take once its stream is left: `closed` waits for the answers.
    private static let farewell: Duration = .seconds(2)

    init(driver: TravelDriver, join: UInt64) {
        actor = driver.actor
        number = driver.travel.number
        view = driver.travel.view
        audio = driver.travel.audio
        config = driver.travel.config
        redactor = Lock(driver.redactor)
        self.join = join
    }

    /// From now on nothing is heard but `closed`, and no answer is waited for long; on the loop.
    func mute() {
        isMuted.store(true, ordering: .releasing)
        let open = requests.withLock { $0.numbers }
        guard !open.isEmpty else { return }
        _ = actor.dependencies.loop.schedule(after: Self.farewell) { [self] in
            for number in open {
                requests.withLock { $0.take(number) }?.giveUp()
            }
        }
    }

    func stateChanged(_ state: StreamState) { tell(.stream(state)) }

    func firstFrameArrived() { tell(.firstFrame) }

    func failed(_ message: String) { tell(.streamFailed(redacted(message))) }

    var wantsFrames: Bool {
        !isMuted.load(ordering: .acquiring) && view.wantsFrames(at: actor.dependencies.loop.now)
    }

    func deliver(_ frame: VideoFrame) {
        guard !isMuted.load(ordering: .acquiring) else { return }
        view.submit(frame, of: join, at: actor.dependencies.loop.now)
    }

    var wantsAudio: Bool {
        !isMuted.load(ordering: .acquiring) && audio.isWanted(at: actor.dependencies.loop.now)
    }

    func deliver(_ audio: AudioChunk) {
        guard !isMuted.load(ordering: .acquiring) else { return }
        self.audio.submit(audio, of: join, at: actor.dependencies.loop.now)
    }

    func send(
        _ request: StreamRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        if let bearer = request.bearer { redactor.withLock { $0.add(bearer) } }
        let redactor = redactor.withLock { $0 }
        // Not from within the call: the answer never comes before this returns.
        actor.dependencies.loop.run { [self] in
            var outgoing = HTTPRequest(request, config: config)
            if isMuted.load(ordering: .acquiring) {
                outgoing.timeout = min(outgoing.timeout, Self.farewell)
            }
            let method = outgoing.method.rawValue
            let number = requests.withLock { $0.nextNumber() }
            let call = actor.dependencies.transport.send(outgoing) { [self] result in
                guard requests.withLock({ $0.take(number) }) != nil else { return }
                let outcome = redactor.redact(result.summary)
                let text = "travel \(self.number): the stream engine's \(method) request \(outcome)"
                actor.dependencies.log.log(.debug, .stream, text)
                completion(result)
            }
            requests.withLock { $0.open(number, call: call, completion: completion) }
        }
    }

    func log(_ level: OysterLogLevel, _ message: String) {
        actor.dependencies.log.log(level, .stream, redacted(message))
    }

    /// Heard after a leave, too: the last bytes may be those that find the disk full.
    func recordingFailed(_ reason: String) {
        let reason = redacted(reason)
        actor.post(number) { $0.recordingFailed(reason) }
    }

    func closed() {
        let join = join
        actor.post(number) { $0.streamClosed(join: join) }
    }

    private func redacted(_ text: String) -> String { redactor.withLock { $0 }.redact(text) }

    private func tell(_ input: TravelInput) {
        let join = join
        actor.post(number) { $0.heard(input, join: join) }
    }
}

extension HTTPRequest {
    /// A stream's request with what the configuration says about every request.
    fileprivate init(_ request: StreamRequest, config: RuntimeConfig) {
        var headers = [(name: "User-Agent", value: config.userAgent)]
        if let bearer = request.bearer {
            headers.append((name: "Authorization", value: "Bearer " + bearer.exposed))
        }
        if let contentType = request.contentType {
            headers.append((name: "Content-Type", value: contentType))
        }
        self.init(
            method: request.method,
            url: request.url.text,
            headers: headers,
            body: request.body,
            timeout: request.timeout,
            certificates: config.certificates
        )
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPFailure {
    /// For the log: what came of a request, nothing of its content.
    fileprivate var summary: String {
        switch self {
        case .success(let response): "was answered with HTTP \(response.status)"
        case .failure(let failure): "failed: \(failure.description)"
        }
    }
}
