// SPDX-License-Identifier: Apache-2.0
internal import CCurl
package import HappyOysterCore

/// HTTP through libcurl's multi interface, on the event loop.
///
/// It verifies TLS, follows no redirects, bounds the size of answers, and uses no signals.
///
/// `@unchecked Sendable`: all state belongs to the loop, where `send` and `cancel` are called.
package final class CurlTransport: HTTPTransport, @unchecked Sendable {
    /// Longest answer that is read, in bytes.
    package static let bodyLimit = 4 << 20

    private let loop: CurlLoop
    private var transfers: [OpaquePointer: CurlTransfer] = [:]

    package init(loop: CurlLoop) {
        self.loop = loop
        loop.run { [self] in
            loop.onTransferDone = { [unowned self] easy, code in finish(easy, code) }
        }
    }

    package func send(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any PendingRequest {
        if let flaw = request.flaw {
            loop.run { completion(.failure(.transport(flaw))) }
            return UnsentRequest()
        }
        guard let transfer = CurlTransfer(request, completion) else {
            loop.run { completion(.failure(.transport("no transfer handle"))) }
            return UnsentRequest()
        }
        // The pointer is only compared, on the loop.
        nonisolated(unsafe) let easy = transfer.easy
        transfers[easy] = transfer
        let added = curl_multi_add_handle(
            UnsafeMutableRawPointer(loop.multi),
            UnsafeMutableRawPointer(easy)
        )
        if added != CURLM_OK {
            loop.run { [self] in finish(easy, CURLE_FAILED_INIT) }
        }
        return CurlRequest(transport: self, transfer: transfer)
    }

    /// Whether a transfer has not finished; libcurl may have given its pointer to a newer transfer,
    /// so the objects are compared.
    fileprivate func isPending(_ transfer: CurlTransfer) -> Bool {
        transfers[transfer.easy] === transfer
    }

    private func finish(_ easy: OpaquePointer, _ code: CURLcode) {
        guard let transfer = detach(easy) else { return }
        transfer.completion(transfer.result(code))
    }

    @discardableResult fileprivate func detach(_ easy: OpaquePointer) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: easy) else { return nil }
        curl_multi_remove_handle(
            UnsafeMutableRawPointer(loop.multi),
            UnsafeMutableRawPointer(easy)
        )
        return transfer
    }
}

/// A transfer as its sender sees it.
private struct CurlRequest: PendingRequest {
    // Strong, since the transport lives as long as the process; a weak reference would need a side
    // table, which leak checkers cannot follow.
    let transport: CurlTransport
    weak let transfer: CurlTransfer?

    private var pending: CurlTransfer? {
        guard let transfer, transport.isPending(transfer) else { return nil }
        return transfer
    }

    var missing: String? {
        pending.map { TransferFailure($0, CURLE_OPERATION_TIMEDOUT, isTooLarge: false).missing }
    }

    func cancel() {
        if let pending { transport.detach(pending.easy) }
    }
}

/// A request that was refused before it was sent.
private struct UnsentRequest: PendingRequest {
    let missing: String? = nil
    func cancel() {}
}
