// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
import Synchronization

/// Notices that this process is a fork of one that used the library.
///
/// Threads do not survive a fork and locks may be held for ever, so a forked child refuses every
/// call. Nothing is noticed before `arm`: using the library first after the fork works.
package enum ForkGuard {
    private static let forked = Atomic(false)
    private static let armed = Atomic(false)

    package static var isForked: Bool { forked.load(ordering: .relaxed) }

    /// Makes the calling thread fit for the Swift runtime, should the process be a forked child.
    package static func correctThread() { oyster_correct_runtime_thread() }

    /// From now on a fork counts; called when the library starts its first thread.
    package static func arm() {
        guard !armed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        pthread_atfork(nil, nil) { ForkGuard.forked.store(true, ordering: .relaxed) }
    }
}
