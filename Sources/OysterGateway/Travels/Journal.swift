// SPDX-License-Identifier: Apache-2.0

/// What happened to the world of a Travel besides commands, in the order of playing time.
///
/// From it the world can be made anew at any time, whether somebody watched or not.
struct Journal: Equatable, Sendable {
    enum Event: Equatable, Sendable {
        case instruction(String)
        /// Back to a place on the timeline.
        case rewind(to: Duration)
    }

    struct Entry: Equatable, Sendable {
        /// Time played when it happened.
        let played: Duration
        let event: Event
    }

    private(set) var entries: [Entry] = []

    mutating func add(_ event: Event, at played: Duration?) {
        entries.append(Entry(played: played ?? .zero, event: event))
    }
}
