// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream

/// The sound of a travel as the C interface knows it: the buffer, and the host's audio callback.
final class AudioObject: Sendable {
    typealias Handler = AudioCallbackQueue.Handler

    private let queue: AudioCallbackQueue
    private let slot = CallbackSlot()

    init(pool: any CallbackRunner, clock: MediaClock) {
        queue = AudioCallbackQueue(pool: pool, clock: clock)
    }

    var buffer: AudioBuffer { queue.buffer }

    /// Sets or, with nil, removes the callback; tells what became of the former one.
    ///
    /// 109001 once the travel is given back.
    func setCallback(_ handler: Handler?, _ context: HostContext) throws(OysterSDKError)
        -> ReleaseOutcome
    {
        let next = handler.map { _ in CallbackRegistration { context.giveBack() } }
        let invoke = handler.map { handler -> Handler in
            { sound in next?.invoke { handler(sound) } }
        }
        return try slot.replace(next) { queue.setHandler(invoke) }
    }

    /// Stops the callback, waiting until a time for a running call; one that still runs then is
    /// the successor's.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        queue.close()
        return slot.close(until: deadline, successor: successor)
    }
}
