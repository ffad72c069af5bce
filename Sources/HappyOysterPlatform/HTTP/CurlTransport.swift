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
    private let parts: PartDelivery

    package init(loop: CurlLoop) {
        self.loop = loop
        let parts = PartDelivery(loop: loop)
        self.parts = parts
        loop.run { [self] in
            loop.onTransferred = { parts.deliver() }
            loop.onTransferDone = { [unowned self] easy, code in finish(easy, code) }
        }
    }

    package func send(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any PendingRequest {
        start(request, .whole(completion)) { completion(.failure($0)) }
    }

    package func stream(
        _ request: HTTPRequest,
        _ receiver: @escaping @Sendable (HTTPStreamPart) -> Void
    ) -> any PendingRequest {
        start(request, .pieces(receiver)) { receiver(.end($0)) }
    }

    private func start(
        _ request: HTTPRequest,
        _ receiver: CurlTransfer.Receiver,
        _ refuse: @escaping @Sendable (HTTPFailure) -> Void
    ) -> any PendingRequest {
        if let flaw = request.flaw {
            return UnsentRequest(loop: loop, .transport(flaw), refuse)
        }
        guard let transfer = CurlTransfer(request, receiver) else {
            return UnsentRequest(loop: loop, .transport("no transfer handle"), refuse)
        }
        // The pointer is only compared, on the loop.
        nonisolated(unsafe) let easy = transfer.easy
        transfers[easy] = transfer
        transfer.onParts = { [parts, unowned transfer] in parts.add(transfer) }
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
        guard let transfer = transfers[easy] else { return }
        switch transfer.receiver {
        case .whole(let completion):
            detach(easy)
            completion(transfer.result(code))
        case .pieces(let receiver):
            parts.deliver(transfer)
            guard isPending(transfer) else { return }
            detach(easy)
            let failure = TransferFailure(transfer, code, isTooLarge: false).failure
            receiver(.end(code == CURLE_OK ? nil : failure))
        }
    }

    @discardableResult fileprivate func detach(_ easy: OpaquePointer) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: easy) else { return nil }
        transfer.isDetached = true
        curl_multi_remove_handle(
            UnsafeMutableRawPointer(loop.multi),
            UnsafeMutableRawPointer(easy)
        )
        return transfer
    }
}

/// Passes the parts of streamed answers to their receivers, outside of libcurl's callbacks.
///
/// `@unchecked Sendable`: used on the loop only.
private final class PartDelivery: @unchecked Sendable {
    // The loop's thread keeps the loop alive.
    private unowned let loop: CurlLoop
    private var ready: [CurlTransfer] = []

    init(loop: CurlLoop) { self.loop = loop }

    func add(_ transfer: CurlTransfer) { ready.append(transfer) }

    func deliver() {
        guard !ready.isEmpty else { return }
        let batch = ready
        ready = []
        for transfer in batch { deliver(transfer) }
    }

    /// Passes the waiting parts to the receiver, which may cancel any request.
    func deliver(_ transfer: CurlTransfer) {
        guard case .pieces(let receiver) = transfer.receiver else { return }
        for part in transfer.takeParts() {
            guard !transfer.isDetached else { return }
            receiver(part)
        }
        guard !transfer.isDetached else { return }
        transfer.resume()
        // What libcurl passed meanwhile is delivered in the next turn.
        if !ready.isEmpty { loop.run {} }
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
///
/// `@unchecked Sendable`: used on the loop only.
private final class UnsentRequest: PendingRequest, @unchecked Sendable {
    let missing: String? = nil
    private var isCancelled = false

    init(
        loop: CurlLoop,
        _ failure: HTTPFailure,
        _ refuse: @escaping @Sendable (HTTPFailure) -> Void
    ) {
        loop.run { [self] in
            if !isCancelled { refuse(failure) }
        }
    }

    func cancel() { isCancelled = true }
}
