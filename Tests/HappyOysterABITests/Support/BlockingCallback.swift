// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport
import Synchronization

/// Host code that blocks until a test opens its gate: one object is the context of callbacks and
/// release functions of every kind.
final class BlockingCallback: Sendable {
    let inside = Latch()
    let gate = Latch()
    private let hasLeftFlag = Atomic(false)
    private let isTaken = Atomic(false)
    private let onEntry: @Sendable () -> Void

    /// `onEntry` runs inside the callback, before it blocks.
    init(onEntry: @escaping @Sendable () -> Void = {}) { self.onEntry = onEntry }

    /// Whether the host code has returned.
    var hasLeft: Bool { hasLeftFlag.load(ordering: .sequentiallyConsistent) }

    /// A context that stays valid as long as the process, and stays reachable for leak checkers.
    var context: UnsafeMutableRawPointer {
        BlockingCallback.lent.add(self)
        return Unmanaged.passUnretained(self).toOpaque()
    }

    private static let lent = Recorder<BlockingCallback>()

    /// The first call blocks; later calls return at once.
    private static func stay(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let it = Unmanaged<BlockingCallback>.fromOpaque(context).takeUnretainedValue()
        guard !it.isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        it.inside.open()
        it.onEntry()
        it.gate.wait()
        it.hasLeftFlag.store(true, ordering: .sequentiallyConsistent)
    }

    static let done: oyster_done_fn = { context, _, _ in stay(context) }
    static let event: oyster_event_fn = { context, _ in stay(context) }
    static let frame: oyster_frame_fn = { context, _ in stay(context) }
    static let audio: oyster_audio_fn = { context, _ in stay(context) }
    static let log: oyster_log_fn = { context, _, _, _ in stay(context) }
    static let release: oyster_release_fn = { context in stay(context) }

    /// Callbacks that do nothing, for tests in which only the release function blocks.
    static let noEvent: oyster_event_fn = { _, _ in }
    static let noFrame: oyster_frame_fn = { _, _ in }
    static let noAudio: oyster_audio_fn = { _, _ in }
    static let noLog: oyster_log_fn = { _, _, _, _ in }
}

/// Fails the process of an exit test.
func require(_ condition: Bool, _ what: String) throws {
    if !condition { throw FixtureFailure(what) }
}
