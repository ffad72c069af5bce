// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Synchronization

/// Hears one join: frames go straight to the view, words go to the loop.
final class TravelSink: StreamSink {
    private let actor: EngineActor
    private let number: UInt64
    private let join: UInt64
    private let view: VideoView
    private let redactor: Redactor
    private let isMuted = Atomic(false)

    init(run: TravelRun, join: UInt64) {
        actor = run.actor
        number = run.travel.number
        view = run.travel.view
        redactor = run.redactor
        self.join = join
    }

    /// From now on nothing is heard but `closed`.
    func mute() { isMuted.store(true, ordering: .releasing) }

    func stateChanged(_ state: StreamState) { tell(.stream(state)) }

    func firstFrameArrived() { tell(.firstFrame) }

    func failed(_ message: String) { tell(.streamFailed(redactor.redact(message))) }

    var wantsFrames: Bool {
        !isMuted.load(ordering: .acquiring) && view.wantsFrames(at: actor.ports.loop.now)
    }

    func deliver(_ frame: VideoFrame) {
        guard !isMuted.load(ordering: .acquiring) else { return }
        view.submit(frame, at: actor.ports.loop.now)
    }

    func log(_ level: OysterLogLevel, _ message: String) {
        actor.ports.log.log(level, .stream, redactor.redact(message))
    }

    func closed() {
        let join = join
        actor.post(number) { $0.streamClosed(join: join) }
    }

    private func tell(_ input: TravelInput) {
        let join = join
        actor.post(number) { $0.heard(input, join: join) }
    }
}
