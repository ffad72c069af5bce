// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import Synchronization

/// One loopback stream.
///
/// The media thread does everything that shows; the functions of the contract only change what it
/// will find. A frame that is being handed over while `leave` is called may still arrive; none
/// begins to be made or handed over afterwards.
package final class LoopbackConnection: StreamConnection, MediaJob {
    /// How long a command stays in force unless another follows.
    private static let commandLife: Duration = .milliseconds(400)

    private struct State {
        var timeline: LoopbackTimeline
        var status = OysterTravelStatus.prepare
        var pose = CardPose()
        var commands = CommandLog()
        var lastCommandAt: Duration = .zero
        var framesProduced: UInt64 = 0
        var framesSkipped: UInt64 = 0
    }

    private let state: Mutex<State>
    /// Made when first wanted, let go of when nobody looks; used by the media thread only.
    private let card = Mutex<TestCard?>(nil)
    private let size: PictureSize
    private let travelId: String
    private let sink: any StreamSink
    private let thread: MediaThread
    private let pool: FramePool

    init(
        request: StreamJoin,
        sink: any StreamSink,
        options: LoopbackOptions,
        thread: MediaThread,
        pool: FramePool
    ) {
        state = Mutex(State(timeline: LoopbackTimeline(options: options)))
        size = PictureSize(mode: request.mode, aspectRatio: request.aspectRatio)
        travelId = request.travelId
        self.sink = sink
        self.thread = thread
        self.pool = pool
    }

    package func leave() {
        if state.withLock({ $0.timeline.leave() }) { thread.wake(self) }
    }

    package func send(_ command: StreamCommand) -> Bool {
        let now = MediaThread.now
        return state.withLock { state in
            guard state.timeline.isPlaying else { return false }
            state.commands.append(command)
            state.pose.trigger(command.command.interaction)
            state.lastCommandAt = now
            return true
        }
    }

    /// There is no microphone here.
    package func setLocalAudio(_ isOn: Bool) {}

    package func travelStatusChanged(_ status: OysterTravelStatus) {
        state.withLock { $0.status = status }
    }

    package func statistics() -> JSONValue? {
        state.withLock { state in
            [
                "engine": "loopback",
                "framesProduced": .integer(Int64(clamping: state.framesProduced)),
                "framesSkipped": .integer(Int64(clamping: state.framesSkipped)),
                "commandsReceived": .integer(Int64(clamping: state.commands.count)),
                "commands": state.commands.json,
            ]
        }
    }

    package func run(at now: Duration) -> MediaTurn {
        for action in state.withLock({ $0.timeline.advance(to: now) }) { perform(action, at: now) }
        return state.withLock { $0.timeline.turn }
    }

    private func perform(_ action: LoopbackTimeline.Action, at now: Duration) {
        switch action {
        case .report(let streamState):
            if streamState == .connected { announce() }
            sink.stateChanged(streamState)
        case .announceFirstFrame: sink.firstFrameArrived()
        case .frame(let number, let time): produce(number, time, at: now)
        case .fail: sink.failed("the loopback stream was told to fail")
        case .close:
            card.withLock { $0 = nil }
            sink.closed()
        }
    }

    private func announce() {
        sink.log(
            .info,
            "loopback: \(size.width)x\(size.height) test card instead of the real picture"
        )
    }

    private func produce(_ number: UInt64, _ time: Duration, at now: Duration) {
        let isWanted = sink.wantsFrames
        let content = state.withLock { state -> CardContent? in
            guard state.timeline.isPlaying else { return nil }
            let isInForce = now - state.lastCommandAt <= Self.commandLife
            state.pose.advance(
                isInForce
                    ? state.commands.newest?.command ?? OysterAdventureCommand()
                    : OysterAdventureCommand()
            )
            if isWanted { state.framesProduced += 1 } else { state.framesSkipped += 1 }
            return CardContent(
                number: number,
                time: time,
                status: state.status,
                pose: state.pose,
                command: state.commands.newest
            )
        }
        guard let content, isWanted else { return card.withLock { $0 = nil } }
        let frame = card.withLock { card in
            let ready = card ?? TestCard(size: size, travelId: travelId, pool: pool)
            card = ready
            return ready.frame(content)
        }
        if state.withLock({ $0.timeline.isPlaying }) { sink.deliver(frame) }
    }
}
