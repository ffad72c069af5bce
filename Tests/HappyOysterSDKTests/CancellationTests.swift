// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// Cancelling the task that waits for an operation.
@MainActor @Suite struct CancellationTests {
    /// Starts an act that hangs at a route, and cancels it once the request is there.
    private func cancel(
        _ gateway: TestGateway,
        at route: String,
        _ act: @escaping @MainActor () async throws -> Void
    ) async throws -> Result<Void, any Error> {
        let before = try gateway.requests(route)
        try gateway.post("faults", #"{"route":"\#(route)","kind":"hang"}"#)
        let task = Task { try await act() }
        #expect(try await eventually { try gateway.requests(route) > before })
        task.cancel()
        let result = await task.result
        try gateway.clearFaults()
        return result
    }

    private func isCancelled(_ result: Result<Void, any Error>) -> Bool {
        if case .failure(let error) = result { error is CancellationError } else { false }
    }

    @Test func `a cancelled start leaves the travel idle, and it can start again`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let result = try await cancel(gateway, at: "travels/enter-travel") {
            try await travel.start()
        }
        #expect(isCancelled(result))
        #expect(travel.status == .idle)
        try await travel.start()
        try await travel.end()
    }

    @Test func `a cancelled instruction leaves the travel running`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        try await travel.start()
        let result = try await cancel(gateway, at: "travels/instruct") {
            try await travel.sendInstruct(content: "Rain")
        }
        #expect(isCancelled(result))
        #expect(travel.status == .running)
        #expect(try await travel.sendInstruct(content: "Snow").accepted)
        try await travel.end()
    }

    @Test func `a cancelled pause leaves the travel running`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        try await travel.start()
        let result = try await cancel(gateway, at: "travels/pause") { try await travel.pause() }
        #expect(isCancelled(result))
        #expect(travel.status == .running)
        try await travel.pause()
        try await travel.end()
    }

    @Test func `a cancelled end stops waiting, and the travel still ends`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        try await travel.start()
        let events = travel.events
        let result = try await cancel(gateway, at: "travels/end") { try await travel.end() }
        #expect(isCancelled(result))
        #expect(await statuses(events) == [.ended])
    }

    @Test func `in a cancelled task end works, and every other operation throws CancellationError`()
        async throws
    {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        try await travel.start()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var refused = false
            do {
                try await travel.start()
            } catch {
                refused = error is CancellationError
            }
            return (refused, try await travel.end())
        }
        let (refused, ended) = try await task.value
        #expect(refused)
        #expect(ended.confirmed)
        #expect(try gateway.requests("travels/end") == 1)
    }

    @Test func `cancelling a task that reads events does not affect the travel`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let listener = Task { for await _ in travel.events {} }
        try await travel.start()
        listener.cancel()
        await listener.value
        #expect(travel.status == .running)
        try await travel.end()
    }
}
