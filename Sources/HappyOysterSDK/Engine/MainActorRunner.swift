// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Runs an engine's events and completions on the main actor, in their order.
struct MainActorRunner: CallbackRunner {
    func schedule(_ lane: any CallbackLane) {
        Task { @MainActor in
            while lane.runNext() {}
        }
    }
}
