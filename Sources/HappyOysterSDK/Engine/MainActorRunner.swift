// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Runs an engine's events and completions on the main actor, in their order.
struct MainActorRunner: CallbackRunner {
    func schedule(_ queue: any SerialQueue) {
        Task { @MainActor in
            while queue.runNext() {}
        }
    }
}
