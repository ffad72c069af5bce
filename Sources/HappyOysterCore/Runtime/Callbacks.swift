// SPDX-License-Identifier: Apache-2.0

/// Whether a callback that was removed has stopped.
package enum ReleaseOutcome: Equatable, Sendable {
    /// It does not run and will not run; its release function has run.
    case complete
    /// It is still running; its release function runs once, after it.
    case deferred

    /// Complete only when both are.
    package func and(_ other: ReleaseOutcome) -> ReleaseOutcome {
        self == .complete && other == .complete ? .complete : .deferred
    }
}

/// Callbacks that must not overlap: those of one engine, of one video view, of one travel's audio,
/// or of the log.
package protocol SerialQueue: AnyObject, Sendable {
    /// Runs the next callback; true when more wait.
    func runNext() -> Bool
}

/// Runs serial queues on the library's callback threads, each on one thread at a time.
package protocol CallbackRunner: Sendable {
    /// Runs the queue until it is empty. A queue calls this when it stops being empty, not per
    /// item.
    func schedule(_ queue: any SerialQueue)
}

/// Delivers events and completions of one engine to the host.
package protocol CallbackDelivery: Sendable {
    /// Adds a callback to the engine's queue; from any thread.
    func deliver(_ item: DeliveryItem)
}

/// A callback that waits for its delivery to the host.
package struct DeliveryItem: Sendable {
    /// Which items are dropped first when the queue is full, lowest first.
    package enum Importance: Int, Sendable {
        /// Will be sent again soon: action pools, chapters.
        case repeatable
        case error
        case status
        /// Never dropped: completions and terminal statuses.
        case essential
    }

    package let importance: Importance
    /// An item replaces a waiting item with the same key; nil replaces none.
    package let replaces: UInt64?
    /// Runs when the item is dropped.
    package let onDrop: @Sendable () -> Void
    package let run: @Sendable () -> Void

    package init(
        _ importance: Importance,
        replaces: UInt64? = nil,
        onDrop: @escaping @Sendable () -> Void = {},
        run: @escaping @Sendable () -> Void
    ) {
        self.importance = importance
        self.replaces = replaces
        self.onDrop = onDrop
        self.run = run
    }
}
