// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One planned misbehaviour of a route.
struct Fault: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// Answers with something else, or just later.
        case answer
        case reset
        case hang
        case drip
        /// Answers in another envelope.
        case envelope
    }

    /// An endpoint such as `travels/status`, or `*`.
    var route = "*"
    var kind = Kind.answer
    var status: Int?
    /// A body to print as JSON.
    var body: JSONValue?
    /// A body to send as it is.
    var text: String?
    /// A business error in the envelope of the moment.
    var code: Int?
    var message = Fault.defaultMessage
    var envelope: Settings.Envelope?
    var delay: Duration = .zero
    /// How many requests it hits, nil for all.
    var times: Int?
    /// How many requests it lets pass before.
    var skip = 0
    /// Whether the request takes effect; nil for the rule of `takesEffect`.
    var effect: Bool?
    var dripBytes = 1
    var dripEvery: Duration = .milliseconds(100)
}

extension Fault {
    static let defaultMessage = "A planned fault."

    private var replacesAnswer: Bool { status != nil || body != nil || text != nil || code != nil }

    /// Whether the route does its work, although the client may never learn of it.
    var takesEffect: Bool { effect ?? (kind != .hang && !replacesAnswer) }

    /// The answer that stands in for the real one.
    func replacement(_ envelope: Settings.Envelope, requestId: String) -> Outgoing? {
        if let text {
            return Outgoing(
                status: status ?? 200,
                body: Array(text.utf8),
                contentType: "text/plain"
            )
        }
        if let code, body == nil {
            let json = envelope.failure(code, message, requestId: requestId)
            return Outgoing(status: status ?? 200, json: json)
        }
        guard status != nil || body != nil else { return nil }
        let json: JSONValue =
            body ?? [
                "code": "ServiceUnavailable", "message": .string(message),
                "request_id": .string(requestId),
            ]
        return Outgoing(status: status ?? 200, json: json)
    }

    var delivery: Outgoing.Delivery {
        switch kind {
        case .answer, .envelope: .whole
        case .reset: .reset
        case .hang: .hang
        case .drip: .drip(bytes: dripBytes, every: dripEvery)
        }
    }
}

extension Outgoing {
    /// Whether the client gets anything at all.
    var isAnswered: Bool { delivery != .hang && delivery != .close }

    /// The answer as a fault leaves it.
    func met(by fault: Fault?, _ envelope: Settings.Envelope, _ requestId: String) -> Outgoing {
        guard let fault else { return self }
        var outgoing = fault.replacement(envelope, requestId: requestId) ?? self
        outgoing.delay += fault.delay
        if outgoing.delivery == .whole { outgoing.delivery = fault.delivery }
        return outgoing
    }
}
