// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What a handler answers with.
struct Reply: Sendable {
    var data: JSONValue
    /// The token route alone answers without an envelope.
    var isBare = false
    /// Time that the platform takes before it answers.
    var delay: Duration = .zero

    init(_ data: JSONValue) { self.data = data }
}
