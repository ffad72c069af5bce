// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// The sink of one join: frames and audio are passed on at once, reports on the loop.
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
    /// Requests without an answer; used on the loop.
    private let requests = Lock(PendingStreamRequests())

    /// The bound of requests after the stream was left: `closed` waits for their answers.
    private static let boundAfterLeave: Duration = .seconds(2)

    init(driver: TravelDriver, join: UInt64) {
        actor = driver.actor
        number = driver.travel.number
        view = driver.travel.view
        audio = driver.travel.audio
        config = driver.travel.config
        redactor = Lock(driver.redactor)
        self.join = join
    }

    /// Ignores every report but `closed` and failed recordings, and bounds open requests; on the loop.
    func mute() {
        isMuted.store(true, ordering: .releasing)
        let open = requests.withLock { $0.numbers }
        guard !open.isEmpty else { return }
        _ = actor.dependencies.loop.schedule(after: Self.boundAfterLeave) { [self] in
            for number in open {
                requests.withLock { $0.take(number) }?.timeOut()
            }
        }
    }

    /// Method, host and path of the oldest request without an answer, without secrets; on the loop.
    var pendingRequest: String? { requests.withLock { $0.oldest }.map(redacted) }

    func stateChanged(_ state: StreamState) { report(.stream(state)) }

    func firstFrameArrived() { report(.firstFrame) }

    func failed(_ message: String) { report(.streamFailed(redacted(message))) }

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
        // In a later job: `completion` is never called before this method returns.
        actor.dependencies.loop.run { [self] in
            var outgoing = HTTPRequest(request, config: config)
            if isMuted.load(ordering: .acquiring) {
                outgoing.timeout = min(outgoing.timeout, Self.boundAfterLeave)
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
            let name = "\(method) \(request.url.hostAndPath)"
            requests.withLock { $0.open(number, name, call: call, completion: completion) }
        }
    }

    func log(_ level: OysterLogLevel, _ message: String) {
        actor.dependencies.log.log(level, .stream, redacted(message))
    }

    /// Reported after a leave, too: the disk may be full when the last bytes are written.
    func recordingFailed(_ reason: String) {
        let reason = redacted(reason)
        actor.post(number) { $0.recordingFailed(reason) }
    }

    func closed() {
        let join = join
        actor.post(number) { $0.streamClosed(join: join) }
    }

    private func redacted(_ text: String) -> String { redactor.withLock { $0 }.redact(text) }

    private func report(_ input: TravelInput) {
        let join = join
        actor.post(number) { $0.received(input, join: join) }
    }
}

extension HTTPRequest {
    /// The HTTP request of a stream engine, with the configured user agent and certificates.
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
    /// The outcome of a request for the log, without its content.
    fileprivate var summary: String {
        switch self {
        case .success(let response): "was answered with HTTP \(response.status)"
        case .failure(let failure): "failed: \(failure.description)"
        }
    }
}

/// The requests of one join that have no answer yet.
struct PendingStreamRequests {
    struct Request {
        let name: String
        let call: any Cancellable
        let completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

        func timeOut() {
            call.cancel()
            completion(.failure(.timedOut))
        }
    }

    private var open: [UInt64: Request] = [:]
    private var last: UInt64 = 0

    var numbers: [UInt64] { open.keys.sorted() }
    var oldest: String? { open.min { $0.key < $1.key }?.value.name }

    mutating func nextNumber() -> UInt64 {
        last += 1
        return last
    }

    mutating func open(
        _ number: UInt64,
        _ name: String,
        call: any Cancellable,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        open[number] = Request(name: name, call: call, completion: completion)
    }

    /// Removes a request; nil when it was answered or timed out before.
    mutating func take(_ number: UInt64) -> Request? { open.removeValue(forKey: number) }
}
