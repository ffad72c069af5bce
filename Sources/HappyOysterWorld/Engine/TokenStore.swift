// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading

/// The engine's newest token, used for every request from now on.
final class TokenStore: Sendable {
    private struct Grant {
        let token: Secret
        /// The service for which the host gave it.
        let address: ServiceAddress
    }

    private let state = Lock<Grant?>(nil)

    var token: Secret? { state.withLock { $0?.token } }

    /// The token if the host gave it for this service; no other service may receive it.
    func token(for address: ServiceAddress) -> Secret? {
        state.withLock { grant in
            guard let grant, grant.address == address else { return nil }
            return grant.token
        }
    }

    func update(_ token: Secret, for address: ServiceAddress) {
        state.withLock { $0 = Grant(token: token, address: address) }
    }

    func forget() { state.withLock { $0 = nil } }
}
