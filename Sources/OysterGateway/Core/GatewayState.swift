// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The state of the gateway: plain values behind one lock.
struct GatewayState: Sendable {
    /// Base URL of the API port.
    var apiHost: String
    var settings = Settings()
    var identifiers: Identifiers
    var keys = KeyStore()
    var tickets = TicketStore()
    var worlds = WorldStore()
    var travels = TravelStore()
    var faults = FaultPlan()
    var log = RequestLog()
    var commands = DataChannelLog()
    /// The viewers of each travel, as last reported by its broadcast.
    var viewers: [String: [ViewerReport]] = [:]
    /// Whether the gateway can send video.
    let hasMedia: Bool
    /// Counts the live objects of the process, for `GET /census`.
    let census: @Sendable () -> [String: Int]
    /// Sum of the advances by `POST /clock`.
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

    /// Restores the initial state, except the base URL.
    mutating func reset() {
        self = GatewayState(
            apiHost: apiHost,
            identifiers: identifiers,
            hasMedia: hasMedia,
            census: census
        )
    }
}
