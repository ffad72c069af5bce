// SPDX-License-Identifier: Apache-2.0
import HappyOysterWorld

/// The parts of the core that a public travel owns; released together with it.
final class TravelHold: Sendable {
    let travel: HappyOysterWorld.Travel
    let frames: FrameStreams
    let audio: AudioStreams
    let lease: CommandSlotLease
    private let core: EngineCore

    init(
        core: EngineCore,
        travel: HappyOysterWorld.Travel,
        lease: CommandSlotLease,
        frames: FrameStreams,
        audio: AudioStreams
    ) {
        self.core = core
        self.travel = travel
        self.lease = lease
        self.frames = frames
        self.audio = audio
    }

    deinit {
        core.engine.release(travel)
        frames.close()
        audio.close()
        SharedRuntime.commandSlots.giveBack(lease)
    }
}
