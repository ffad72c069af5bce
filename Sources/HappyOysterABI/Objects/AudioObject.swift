// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream

/// The audio of one travel as the C interface offers it: the buffer, and the host's callback.
final class AudioObject: Sendable {
    typealias Handler = AudioCallbackQueue.Handler

    private let queue: AudioCallbackQueue
    private let slot = CallbackSlot<TimedAudio>()

    init(pool: any CallbackRunner, clock: MediaClock) {
        queue = AudioCallbackQueue(pool: pool, clock: clock)
    }

    var buffer: AudioBuffer { queue.buffer }

    /// Sets or, with nil, removes the callback; returns whether the former one is released.
    ///
    /// 109001 once the travel is released.
    func setCallback(_ handler: Handler?, _ context: HostContext)
        throws(OysterSDKError) -> ReleaseOutcome
    {
        try slot.set(handler, context) { queue.setHandler($0) }
    }

    /// Stops the callback and waits until `deadline` for running calls; `successor` takes over
    /// those that still run then.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        queue.close()
        return slot.close(until: deadline, successor: successor)
    }
}
