// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// All that the gateway knows: plain values, changed by one request at a time.
struct GatewayState: Sendable {
    /// Where clients reach the API, for `POST /credentials`.
    var apiHost: String
    var settings = Settings()
    var identifiers: Identifiers
    var keys = KeyStore()
    var tickets = TicketStore()
    var worlds = WorldStore()
    var travels = TravelStore()
    var faults = FaultPlan()
    var log = RequestLog()
    var commands = CommandLog()
    /// Those who watch, by Travel; told by the broadcasts.
    var viewers: [String: [ViewerReport]] = [:]
    /// Whether the gateway can send pictures.
    let hasMedia: Bool
    /// Counts the live objects of the process, for `GET /census`.
    let census: @Sendable () -> [String: Int]
    /// How far `POST /clock` has moved the gateway's time ahead.
    var clockAhead: Duration = .zero

    init(
        apiHost: String = "",
        identifiers: Identifiers = Identifiers(),
        hasMedia: Bool = false,
        census: @escaping @Sendable () -> [String: Int] = { [:] }
    ) {
        self.apiHost = apiHost
        self.hasMedia = hasMedia
        self.census = census
        self.identifiers = identifiers
    }

    /// Forgets everything but the address.
    mutating func reset() {
        self = GatewayState(
            apiHost: apiHost,
            identifiers: identifiers,
            hasMedia: hasMedia,
            census: census
        )
    }
}
