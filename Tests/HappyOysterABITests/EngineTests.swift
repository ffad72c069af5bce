// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct EngineTests {
    private static let concurrent = code(.OYSTER_ERROR_CONCURRENT_TRAVEL)

    private func createTravel(_ stage: Stage) throws -> (code: oyster_result, OpaquePointer?) {
        var travel: OpaquePointer?
        let ticket = try stage.credentials().ticket
        return (oyster_engine_create_travel(stage.engine, ticket, &travel), travel)
    }

    @Test func `nothing works before a configuration`() throws {
        let stage = try Stage()
        #expect(!oyster_engine_is_ready(stage.engine))
        let notReady = code(.OYSTER_ERROR_NOT_INITIALIZED)
        #expect(oyster_engine_update_token(stage.engine, "token") == notReady)
        let (created, travel) = try createTravel(stage)
        #expect(created == notReady && travel == nil)
        #expect(try stage.requests().isEmpty)
    }

    @Test func `one travel at a time, until it has ended or was given back`() throws {
        let stage = try Stage()
        let first = try stage.makeTravel()
        #expect(try createTravel(stage).code == Self.concurrent)
        #expect(stage.initialize() == Self.concurrent)
        oyster_travel_start(first, nil, nil, nil)
        #expect(try createTravel(stage).code == Self.concurrent)
        let end = Completion()
        oyster_travel_end(first, Completion.done, end.context)
        #expect(end.wait()?.code == 0)
        let (code, second) = try createTravel(stage)
        #expect(code == 0)
        #expect(stage.initialize() == Self.concurrent)
        // Giving it back is enough, although the server's travel ends in the background.
        #expect(oyster_travel_release(second, nil) == 0)
        let (again, third) = try createTravel(stage)
        #expect(again == 0 && third != second && third != first)
        oyster_travel_release(third, nil)
        oyster_travel_release(first, nil)
        #expect(stage.initialize() == 0)
    }

    @Test func `a travel that is given back while it runs is ended on the server`() throws {
        let stage = try Stage()
        let travel = try stage.makeRunningTravel()
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(try blockUntil { try stage.requests("travels/end").count == 1 })
    }

    @Test func `after cleanup it may be initialised again`() throws {
        let stage = try Stage()
        for round in 0..<5 {
            let travel = try stage.makeRunningTravel()
            let cleanup = Completion()
            #expect(oyster_engine_cleanup(stage.engine, Completion.done, cleanup.context) == 0)
            let answer = try #require(cleanup.wait())
            #expect(answer.code == 0 && answer.json == [:])
            #expect(!oyster_engine_is_ready(stage.engine))
            #expect(oyster_travel_is_ended(travel))
            #expect(try stage.requests("travels/end").count == round + 1)
            #expect(
                oyster_engine_update_token(stage.engine, "t") == code(.OYSTER_ERROR_NOT_INITIALIZED)
            )
            oyster_travel_release(travel, nil)
            #expect(stage.initialize() == 0)
        }
    }

    @Test func `sixty-four engines travel at once with the threads of one`() async {
        // In a process of its own, where nobody else has threads.
        await #expect(processExitsWith: .success) {
            func census() -> [String: Int] {
                ThreadCensus.names().filter { $0.hasPrefix("oyster-") }
                    .reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            guard census().isEmpty else { throw StageFailure("threads before the first engine") }
            let gateway = try Stage()
            var travels = [try gateway.makeRunningTravel()]
            let one = census()
            guard one["oyster-loop"] == 1, one["oyster-media"] == 1, one["oyster-call"] ?? 0 <= 2
            else { throw StageFailure("\(one)") }
            let engines = try (0..<64).map { _ in try Stage.makeEngine() }
            for engine in engines {
                travels.append(try gateway.makeTwin(engine).makeRunningTravel())
            }
            let many = census()
            guard many["oyster-loop"] == 1, many["oyster-media"] == 1,
                many["oyster-call"] ?? 0 <= 2
            else { throw StageFailure("\(many)") }
            for travel in travels { oyster_travel_release(travel, nil) }
            for engine in engines { oyster_engine_destroy(engine, nil) }
        }
    }

    /// Each engine owns a descriptor, so that one that is never freed shows.
    @Test func `engines that are destroyed with their travels are freed`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            func live() throws {
                let engine = try Stage.makeEngine()
                var fd: Int32 = -1
                oyster_engine_event_fd(engine, &fd)
                _ = try stage.makeTwin(engine).makeRunningTravel()
                oyster_engine_destroy(engine, nil)
            }
            for _ in 0..<3 { try live() }
            let before = OpenFiles.count
            for _ in 0..<40 { try live() }
            if !blockUntil({ OpenFiles.count < before + 20 }) {
                throw StageFailure("\(OpenFiles.count) descriptors after \(before)")
            }
        }
    }

    @Test func `engines come and go by the thousand`() throws {
        for _ in 0..<3000 {
            let engine = try Stage.makeEngine()
            #expect(oyster_engine_destroy(engine, nil) == 0)
        }
    }
}
