// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// One loopback stream.
///
/// The media thread makes and delivers everything; the functions of the contract only change the
/// state that it reads. A frame whose delivery has begun when `leave` is called may still arrive;
/// no frame is made or delivered afterwards.
package final class LoopbackConnection: StreamConnection, MediaJob {
    private let live = LiveObject("LoopbackConnection")
    /// Number of frames that a command affects unless another follows: 10 frames are about 400 ms.
    ///
    /// Counted in frames, so that a delayed thread does not skip a command.
    private static let framesPerCommand = 10

    private struct State {
        var timeline: LoopbackTimeline
        var status = OysterTravelStatus.prepare
        var pose = CardPose()
        var commands = ReceivedCommands()
        var framesInForce = 0
        var framesProduced: UInt64 = 0
        var framesSkipped: UInt64 = 0
        var audio = LoopbackAudio()
    }

    private let state: Lock<State>
    /// Made when frames are wanted, freed when they are not; used by the media thread only.
    private let card = Lock<TestCard?>(nil)
    private let size: FrameSize
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
        state = Lock(State(timeline: LoopbackTimeline(options: options)))
        size = FrameSize(mode: request.mode, aspectRatio: request.aspectRatio)
        travelId = request.travelId
        self.sink = sink
        self.thread = thread
        self.pool = pool
    }

    package func leave() {
        if state.withLock({ $0.timeline.leave() }) { thread.wake(self) }
    }

    package func send(_ command: StreamCommand) -> Bool {
        state.withLock { state in
            guard state.timeline.isPlaying else { return false }
            state.commands.append(command)
            state.pose.trigger(command.command.interaction)
            state.framesInForce = Self.framesPerCommand
            return true
        }
    }

    /// There is no microphone here.
    package func setLocalAudio(_ isOn: Bool) {}

    /// There is no media to record here.
    package func record(to path: String?) throws(OysterSDKError) {
        guard path != nil else { return }
        throw OysterSDKError.recording("the loopback stream has nothing to record")
    }

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

    package func run(at now: Duration) -> NextRun {
        for action in state.withLock({ $0.timeline.advance(to: now) }) { perform(action) }
        return state.withLock { $0.timeline.nextRun }
    }

    private func perform(_ action: LoopbackTimeline.Action) {
        switch action {
        case .report(let streamState):
            if streamState == .connected { announce() }
            sink.stateChanged(streamState)
        case .announceFirstFrame: sink.firstFrameArrived()
        case .frame(let number, let time):
            produce(number, time)
            makeAudio(until: time)
        case .fail: sink.failed("the loopback stream is configured to fail")
        case .close:
            card.withLock { $0 = nil }
            sink.closed()
        }
    }

    private func announce() {
        sink.log(
            .info,
            "loopback: \(size.width)x\(size.height) test card instead of the real video"
        )
    }

    private func makeAudio(until time: Duration) {
        let isWanted = sink.wantsAudio
        let chunk = state.withLock { state in
            let chunk = state.audio.advance(to: time, isWanted: isWanted)
            return state.timeline.isPlaying ? chunk : nil
        }
        if let chunk { sink.deliver(chunk) }
    }

    private func produce(_ number: UInt64, _ time: Duration) {
        let isWanted = sink.wantsFrames
        let content = state.withLock { state -> CardContent? in
            guard state.timeline.isPlaying else { return nil }
            let command = state.framesInForce > 0 ? state.commands.newest?.command : nil
            state.framesInForce = max(0, state.framesInForce - 1)
            state.pose.advance(command ?? OysterAdventureCommand())
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
