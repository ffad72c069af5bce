// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Ends a travel that the server created and that no host has: enter-travel was answered too late.
///
/// Used on the loop only; not Sendable, since it belongs to its engine's actor.
final class OrphanEnd {
    /// Enters the actor with the object, while the end is requested.
    typealias Entrance = @Sendable (@Sendable (OrphanEnd) -> Void) -> Void

    private let travelId: String
    private let client: APIClient
    private let tokens: TokenStore
    private let redactor: Redactor
    private let enter: Entrance
    /// Used when the engine has no token for this service any more.
    private let formerToken: Secret?
    private var retry: EndRetry
    private var timer: (any Cancellable)?
    private var isRequested = false
    private var share = EndShare()
    private(set) var isSettled = false

    init(
        _ travelId: String,
        _ client: APIClient,
        token: Secret?,
        redactor: Redactor,
        _ tokens: TokenStore,
        enter: @escaping Entrance
    ) {
        self.travelId = travelId
        self.client = client
        self.tokens = tokens
        self.redactor = redactor
        self.enter = enter
        formerToken = token
        retry = EndRetry(since: client.dependencies.loop.now)
    }

    /// Sends the request, unless it is in flight.
    func request() {
        guard !isRequested else { return }
        isRequested = true
        timer?.cancel()
        timer = nil
        let token = tokens.token(for: client.config.address) ?? formerToken
        var redactor = redactor
        if let token { redactor.add(token) }
        let (enter, id, texts) = (enter, travelId, redactor)
        let call = APICall.end(travelId, failCode: nil, client.config.userAgent)
        share.set(true, in: client.dependencies.ends)
        _ = client.send(call, token: token, redactor: redactor) { result in
            enter { $0.answered(result.about(id, texts)) }
        }
    }

    func tokenUpdated() {
        if retry.isTokenRefused { request() }
    }

    private func answered(_ result: Result<JSONObject, OysterSDKError>) {
        isRequested = false
        switch result {
        case .success: settle(.info, "the server ended a travel that no host has")
        case .failure(let error):
            switch retry.failed(error, at: client.dependencies.loop.now) {
            case .confirmed: settle(.info, "the server ended a travel that no host has")
            case .refused, .expired:
                let text = error.sentence("ending a travel that no host has")
                settle(.warning, "\(text) The server is not asked again.")
            case .again(let delay): wait(delay)
            }
        }
    }

    private func wait(_ delay: Duration) {
        share.set(!retry.isTokenRefused, in: client.dependencies.ends)
        let enter = enter
        timer = client.dependencies.loop.schedule(after: delay) {
            enter { $0.request() }
        }
    }

    private func settle(_ level: OysterLogLevel, _ message: String) {
        isSettled = true
        share.set(false, in: client.dependencies.ends)
        client.dependencies.log.log(level, .world, message)
    }
}
