// SPDX-License-Identifier: Apache-2.0

/// What became of a callback that its owner no longer wants.
package enum ReleaseOutcome: Equatable, Sendable {
    /// It does not run and will not run; its release has run.
    case complete
    /// It is on a stack; its release runs once, last.
    case deferred

    /// Both together are silent only when each is.
    package func and(_ other: ReleaseOutcome) -> ReleaseOutcome {
        self == .complete && other == .complete ? .complete : .deferred
    }
}

/// Serial work for the callback threads: the callbacks of one engine, or of one video view.
package protocol SerialQueue: AnyObject, Sendable {
    /// Runs the next callback; tells whether more wait.
    func runNext() -> Bool
}

/// Runs queues on the library's callback threads, each queue on one thread at a time.
package protocol CallbackRunner: Sendable {
    /// Runs the queue until it has no more work; the queue asks once per burst of work.
    func schedule(_ queue: any SerialQueue)
}

/// The way of events and completions to the host, one per engine.
package protocol DeliveryPort: Sendable {
    /// Adds a callback to the engine's line; from any thread.
    func deliver(_ item: DeliveryItem)
}

/// One callback on its way to the host.
package struct DeliveryItem: Sendable {
    /// Who goes first when the line is full.
    package enum Importance: Int, Sendable {
        /// Repeats itself soon: action pools, chapters.
        case repeatable
        case error
        case status
        /// Never dropped: completions and terminal statuses.
        case essential
    }

    package let importance: Importance
    /// A waiting item of the same key is replaced; nil for items that each count.
    package let replaces: UInt64?
    /// Told when the item is dropped.
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
