// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterWorld

/// The core's engine of a public engine; lives as long as that and its travels.
final class EngineCore: Sendable {
    let engine: HappyOysterWorld.Engine
    private let runtime: LibraryRuntime
    private let delivery: DeliveryQueue

    /// The first engine starts the library's threads; nil when they cannot be started.
    init?() {
        guard let runtime = SharedRuntime.start() else { return nil }
        self.runtime = runtime
        delivery = DeliveryQueue(pool: MainActorRunner())
        engine = HappyOysterWorld.Engine(dependencies: runtime.dependencies, delivery: delivery)
    }

    deinit {
        engine.close()
        _ = delivery.close(waiting: .zero)
    }

    func createTravel(ticket: String) throws(OysterSDKError) -> TravelHold {
        let loop = runtime.loop
        guard let lease = SharedRuntime.commandSlots.claim({ loop.makeWakeup() }) else {
            throw OysterSDKError(
                OysterErrorCode.limitReached,
                cause: "4096 travels exist, which is the limit of a process"
            )
        }
        let clock = MediaClock()
        let frames = FrameStreams(pool: runtime.pool, clock: clock)
        let audio = AudioStreams(pool: runtime.pool, clock: clock)
        do throws(OysterSDKError) {
            let travel = try engine.createTravel(
                ticket: ticket,
                number: SharedRuntime.nextNumber(),
                commandSlot: lease.slot,
                generation: lease.generation,
                view: frames.view,
                audio: audio.buffer
            )
            return TravelHold(
                core: self,
                travel: travel,
                lease: lease,
                frames: frames,
                audio: audio
            )
        } catch {
            SharedRuntime.commandSlots.giveBack(lease)
            throw error
        }
    }
}
