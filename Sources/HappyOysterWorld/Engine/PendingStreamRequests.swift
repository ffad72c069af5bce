// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The requests of one join that have no answer yet.
struct PendingStreamRequests {
    struct Request {
        let call: any Cancellable
        let completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

        func timeOut() {
            call.cancel()
            completion(.failure(.timedOut))
        }
    }

    private var open: [UInt64: Request] = [:]
    private var last: UInt64 = 0

    var numbers: [UInt64] { open.keys.sorted() }

    mutating func nextNumber() -> UInt64 {
        last += 1
        return last
    }

    mutating func open(
        _ number: UInt64,
        call: any Cancellable,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        open[number] = Request(call: call, completion: completion)
    }

    /// Removes a request; nil when it was answered or timed out before.
    mutating func take(_ number: UInt64) -> Request? { open.removeValue(forKey: number) }
}
