// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// An authenticated request on a model route.
struct Call: Sendable {
    let model: Model
    let now: Timestamp
    /// The body of a POST.
    let body: Fields
    /// The parameters of a GET.
    let query: Fields
}

/// The result of a handler.
struct Reply: Sendable {
    var data: JSONValue
    /// Whether the data is sent without an envelope; only the token route does so.
    var isBare = false
    /// Delay of the response.
    var delay: Duration = .zero

    init(_ data: JSONValue) { self.data = data }
}

/// The reason why a request is refused.
enum Refusal: Error, Equatable {
    /// A business code of the platform, in HTTP 200.
    case business(Int, String)
    /// A refusal of the platform's HTTP gateway, with its own HTTP status.
    case gateway(status: Int, code: String, message: String)
    /// The connection is closed without a response.
    case unreachable
}

extension Refusal {
    static func badParameter(_ message: String) -> Refusal { .business(400_000, message) }

    static let noWorld = Refusal.business(403_001, "The world does not exist or is not yours.")
    static let worldNotReady = Refusal.business(403_002, "The world is not ready.")
    static let moderated = Refusal.business(403_004, "The text was refused.")
    static let noTravel = Refusal.business(404_000, "The travel does not exist.")
    static let conflict = Refusal.business(
        409_000,
        "The operation conflicts with the current state."
    )
    static let invalidKey = Refusal.gateway(
        status: 401,
        code: "InvalidApiKey",
        message: "The supplied key was refused."
    )

    static func accessDenied(_ message: String) -> Refusal {
        .gateway(status: 403, code: "AccessDenied", message: message)
    }
}
