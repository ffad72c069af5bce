// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK

/// Engines and travels of a gateway.
extension TestGateway {
    func config(_ model: String) -> OysterConfig {
        var config = OysterConfig(
            apiHost: apiHost,
            model: model,
            callbackTimeoutMs: 600_000
        )
        config.pollIntervalMs = 50
        config.streamEngine = "loopback"
        return config
    }

    /// An engine with configuration and token.
    @MainActor func engine(_ credentials: Credentials) -> HappyOysterEngine {
        let engine = HappyOysterEngine.make()
        engine.initialize(config: config(credentials.model))
        engine.updateToken(credentials.token)
        return engine
    }

    /// A travel in a new world of a mode.
    @MainActor func travel(_ mode: String) throws -> OysterTravel {
        let credentials = try credentials(mode)
        return try engine(credentials).createTravel(ticket: credentials.ticket)
    }
}

/// The code of the error that is thrown; 0 when none is, -1 for another error.
@MainActor func code(_ act: @MainActor () async throws -> Void) async -> Int {
    do {
        try await act()
        return 0
    } catch {
        return (error as? OysterSDKError)?.code ?? -1
    }
}

/// Statuses of a stream that ends by itself.
@MainActor func statuses(_ events: AsyncStream<OysterTravelEvent>) async -> [OysterTravelStatus] {
    var seen: [OysterTravelStatus] = []
    for await event in events {
        if case .statusChanged(let status) = event { seen.append(status) }
    }
    return seen
}
