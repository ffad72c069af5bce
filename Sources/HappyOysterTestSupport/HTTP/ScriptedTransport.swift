// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import Synchronization

/// A transport without a network: records requests and answers when the test calls `answer`.
///
/// A request without an answer fails at its timeout, as in the real transport.
package final class ScriptedTransport: HTTPTransport {
    package typealias Receiver = @Sendable (HTTPStreamPart) -> Void
    package typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

    private struct State {
        var sent: [SentRequest] = []
        var waiting: [Int: (completion: Completion, timeout: any Cancellable)] = [:]
        var streams: [Int: Receiver] = [:]
        var cancelled: Set<Int> = []
    }

    private let loop: ManualLoop
    private let state = Mutex(State())

    package init(loop: ManualLoop) { self.loop = loop }

    package func send(_ request: HTTPRequest, _ completion: @escaping Completion)
        -> any PendingRequest
    {
        let id = state.withLock { state in
            state.sent.append(SentRequest(id: state.sent.count, request: request, at: loop.now))
            return state.sent.count - 1
        }
        let timeout = loop.schedule(after: request.timeout) { [self] in
            finish(id, .failure(.timedOut))
        }
        state.withLock { $0.waiting[id] = (completion, timeout) }
        return SentRequestHandle(transport: self, id: id)
    }

    package func stream(_ request: HTTPRequest, _ receiver: @escaping Receiver)
        -> any PendingRequest
    {
        let id = state.withLock { state in
            let id = state.sent.count
            state.sent.append(SentRequest(id: id, request: request, at: loop.now))
            state.streams[id] = receiver
            return id
        }
        return SentRequestHandle(transport: self, id: id)
    }

    // MARK: For the test

    /// The streamed requests that were neither ended nor cancelled, in order.
    package var openStreams: [SentRequest] {
        state.withLock { state in state.sent.filter { state.streams[$0.id] != nil } }
    }

    /// Passes parts to the receiver of a streamed request; false when it was ended or cancelled.
    @discardableResult package func pass(_ parts: [HTTPStreamPart], to request: SentRequest)
        -> Bool
    {
        loop.run { [self] in
            for part in parts {
                let receiver = state.withLock { state in
                    if case .end = part { return state.streams.removeValue(forKey: request.id) }
                    return state.streams[request.id]
                }
                receiver?(part)
            }
        }
        let isOpen = state.withLock { $0.streams[request.id] != nil }
        loop.run()
        return isOpen
    }

    /// Everything that was sent, in order.
    package var sent: [SentRequest] { state.withLock { $0.sent } }

    /// What was sent to one route, in order.
    package func sent(to route: String) -> [SentRequest] { sent.filter { $0.route == route } }

    /// The requests of one route that were neither answered nor cancelled.
    package func waiting(at route: String) -> [SentRequest] {
        state.withLock { state in
            state.sent.filter { $0.route == route && state.waiting[$0.id] != nil }
        }
    }

    package func isCancelled(_ request: SentRequest) -> Bool {
        state.withLock { $0.cancelled.contains(request.id) }
    }

    /// Answers the oldest waiting request of a route; false when none waits.
    @discardableResult package func answer(
        _ route: String,
        _ result: Result<HTTPResponse, HTTPFailure>
    ) -> Bool {
        guard let request = waiting(at: route).first else { return false }
        return answer(request, result)
    }

    /// Answers one request; false when it no longer waits.
    @discardableResult package func answer(
        _ request: SentRequest,
        _ result: Result<HTTPResponse, HTTPFailure>
    ) -> Bool {
        guard state.withLock({ $0.waiting[request.id] != nil }) else { return false }
        loop.run { [self] in finish(request.id, result) }
        loop.run()
        return true
    }

    fileprivate func isWaiting(_ id: Int) -> Bool {
        state.withLock { $0.waiting[id] != nil || $0.streams[id] != nil }
    }

    fileprivate func cancel(_ id: Int) {
        state.withLock { state in
            if state.streams.removeValue(forKey: id) != nil { state.cancelled.insert(id) }
            guard let (_, timeout) = state.waiting.removeValue(forKey: id) else { return }
            timeout.cancel()
            state.cancelled.insert(id)
        }
    }

    private func finish(_ id: Int, _ result: Result<HTTPResponse, HTTPFailure>) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        guard let (completion, timeout) = waiting else { return }
        timeout.cancel()
        completion(result)
    }
}

/// Cancels a scripted request.
private struct SentRequestHandle: PendingRequest {
    let transport: ScriptedTransport
    let id: Int

    var missing: String? { transport.isWaiting(id) ? "no answer from the script" : nil }

    func cancel() { transport.cancel(id) }
}
