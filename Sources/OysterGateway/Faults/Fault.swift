// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One planned fault of a route.
struct Fault: Equatable, Sendable {
    /// What a fault does to the response.
    enum Kind: String, CaseIterable, Sendable {
        case answer
        case reset
        case hang
        case drip
        case envelope

        /// The meaning, for the documentation.
        var meaning: String {
            switch self {
            case .answer: "delays or replaces the response"
            case .reset: "resets the connection after half of the body"
            case .hang: "sends no response and keeps the connection open"
            case .drip: "sends `dripBytes` bytes each `dripMs` milliseconds"
            case .envelope: "uses another envelope"
            }
        }

        static var documentation: String {
            allCases.map { "`\($0.rawValue)` \($0.meaning)" }.joined(separator: "; ")
                + ". Default: `answer`."
        }
    }

    /// An endpoint such as `travels/status`, or `*`.
    var route = "*"
    var kind = Kind.answer
    var status: Int?
    /// A JSON body that replaces the real one.
    var body: JSONValue?
    /// A text body that replaces the real one.
    var text: String?
    /// A business error that replaces the response, in the current envelope.
    var code: Int?
    var message = Fault.defaultMessage
    var envelope: Settings.Envelope?
    var delay: Duration = .zero
    /// Number of requests that it affects, nil for all.
    var times: Int?
    /// Number of requests that pass before the first affected one.
    var skip = 0
    /// Whether the request takes effect, nil for the default.
    var effect: Bool?
    var dripBytes = 1
    var dripInterval: Duration = .milliseconds(100)
}

extension Fault {
    static let defaultMessage = "A planned fault."

    private var replacesAnswer: Bool { status != nil || body != nil || text != nil || code != nil }

    /// Whether the request takes effect, although the client may not get the response.
    var takesEffect: Bool { effect ?? (kind != .hang && !replacesAnswer) }

    /// The response that replaces the real one, nil when the fault has none.
    func replacement(_ envelope: Settings.Envelope, requestId: String) -> Response? {
        if let text {
            return Response(
                status: status ?? 200,
                body: Array(text.utf8),
                contentType: "text/plain"
            )
        }
        if let code, body == nil {
            let json = envelope.failure(code, message, requestId: requestId)
            return Response(status: status ?? 200, json: json)
        }
        guard status != nil || body != nil else { return nil }
        let json: JSONValue =
            body ?? [
                "code": "ServiceUnavailable", "message": .string(message),
                "request_id": .string(requestId),
            ]
        return Response(status: status ?? 200, json: json)
    }

    var delivery: Response.Delivery {
        switch kind {
        case .answer, .envelope: .whole
        case .reset: .reset
        case .hang: .hang
        case .drip: .drip(bytes: dripBytes, every: dripInterval)
        }
    }
}

extension Response {
    /// Whether the client gets a response.
    var isAnswered: Bool { delivery != .hang && delivery != .close }

    /// The response with a fault applied.
    func applying(_ fault: Fault?, _ envelope: Settings.Envelope, _ requestId: String) -> Response {
        guard let fault else { return self }
        var response = fault.replacement(envelope, requestId: requestId) ?? self
        response.delay += fault.delay
        if response.delivery == .whole { response.delivery = fault.delivery }
        return response
    }
}
