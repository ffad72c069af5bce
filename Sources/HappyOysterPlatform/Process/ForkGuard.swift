// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
import Synchronization

/// Detects that this process is the forked child of one that used the library.
///
/// A child has none of its parent's threads, and a lock that one of them held stays locked for
/// ever. So every call in a forked child is refused. Before `arm` a fork has no effect: a process
/// that uses the library only after the fork works.
package enum ForkGuard {
    private static let forked = Atomic(false)
    private static let armed = Atomic(false)

    package static var isForked: Bool { forked.load(ordering: .relaxed) }

    /// Corrects the thread id that the Swift runtime keeps for the calling thread, which is wrong
    /// in a forked child.
    package static func correctThread() { oyster_correct_runtime_thread() }

    /// Detects forks from now on; called when the library starts its first thread.
    package static func arm() {
        guard !armed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        pthread_atfork(nil, nil) { ForkGuard.forked.store(true, ordering: .relaxed) }
    }
}
