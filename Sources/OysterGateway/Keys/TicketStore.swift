// SPDX-License-Identifier: Apache-2.0

/// The tickets handed out, each good for one Travel in one World.
struct TicketStore: Sendable {
    struct Ticket: Sendable {
        let world: String
        let model: Model
        let expiry: Moment
        var isUsed = false
    }

    private var tickets: [String: Ticket] = [:]

    mutating func issue(_ name: String, _ ticket: Ticket) { tickets[name] = ticket }

    subscript(name: String) -> Ticket? { tickets[name] }

    /// Burns a ticket, which only a successful enter-travel does.
    mutating func use(_ name: String) { tickets[name]?.isUsed = true }
}
