// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading

/// The engine's token: the latest one, for every request from now on.
final class Account: Sendable {
    private let state = Lock<Secret?>(nil)

    var token: Secret? { state.withLock { $0 } }

    func update(_ token: Secret?) { state.withLock { $0 = token } }
}
