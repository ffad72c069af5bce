// SPDX-License-Identifier: Apache-2.0

/// Why a request was not served.
enum Refusal: Error, Equatable {
    /// A numbered code of the platform, in HTTP 200.
    case business(Int, String)
    /// A refusal before the platform is reached, with an HTTP status of its own.
    case gateway(status: Int, code: String, message: String)
    /// No answer at all.
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
