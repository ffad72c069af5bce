// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct CEngineTests {
    private static let concurrent = code(.OYSTER_ERROR_CONCURRENT_TRAVEL)

    private func createTravel(_ fixture: HostFixture) throws -> (
        code: oyster_result, OpaquePointer?
    ) {
        var travel: OpaquePointer?
        let ticket = try fixture.credentials().ticket
        return (oyster_engine_create_travel(fixture.engine, ticket, &travel), travel)
    }

    @Test func `functions of an engine without a configuration are refused`() throws {
        let fixture = try HostFixture()
        #expect(!oyster_engine_is_ready(fixture.engine))
        let notReady = code(.OYSTER_ERROR_NOT_INITIALIZED)
        #expect(oyster_engine_update_token(fixture.engine, "token") == notReady)
        let (created, travel) = try createTravel(fixture)
        #expect(created == notReady && travel == nil)
        #expect(try fixture.requests().isEmpty)
    }

    @Test func `a second travel is refused until the first has ended or was released`() throws {
        let fixture = try HostFixture()
        let first = try fixture.makeTravel()
        #expect(try createTravel(fixture).code == Self.concurrent)
        #expect(fixture.initialize() == Self.concurrent)
        oyster_travel_start(first, nil, nil, nil)
        #expect(try createTravel(fixture).code == Self.concurrent)
        let end = Completion()
        oyster_travel_end(first, Completion.done, end.context)
        #expect(end.wait()?.code == 0)
        let (code, second) = try createTravel(fixture)
        #expect(code == 0)
        #expect(fixture.initialize() == Self.concurrent)
        // The release is enough, although the travel ends on the server in the background.
        #expect(oyster_travel_release(second, nil) == 0)
        let (again, third) = try createTravel(fixture)
        #expect(again == 0 && third != second && third != first)
        oyster_travel_release(third, nil)
        oyster_travel_release(first, nil)
        #expect(fixture.initialize() == 0)
    }

    @Test func `a travel that is released while it runs is ended on the server`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(try blockUntil { try fixture.requests("travels/end").count == 1 })
    }

    @Test func `an engine can be initialised again after cleanup`() throws {
        let fixture = try HostFixture()
        for round in 0..<5 {
            let travel = try fixture.makeRunningTravel()
            let cleanup = Completion()
            #expect(oyster_engine_cleanup(fixture.engine, Completion.done, cleanup.context) == 0)
            let answer = try #require(cleanup.wait())
            #expect(answer.code == 0 && answer.json == [:])
            #expect(!oyster_engine_is_ready(fixture.engine))
            #expect(oyster_travel_is_ended(travel))
            #expect(try fixture.requests("travels/end").count == round + 1)
            #expect(
                oyster_engine_update_token(fixture.engine, "t")
                    == code(.OYSTER_ERROR_NOT_INITIALIZED)
            )
            oyster_travel_release(travel, nil)
            #expect(fixture.initialize() == 0)
        }
    }

    @Test func `64 engines with running travels use the threads of one`() async {
        // In a process of its own, where other tests start no threads.
        await #expect(processExitsWith: .success) {
            func census() -> [String: Int] {
                ThreadCensus.names().filter { $0.hasPrefix("oyster-") }
                    .reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            guard census().isEmpty else { throw FixtureFailure("threads before the first engine") }
            let gateway = try HostFixture()
            var travels = [try gateway.makeRunningTravel()]
            let one = census()
            guard one["oyster-loop"] == 1, one["oyster-media"] == 1, one["oyster-call"] ?? 0 <= 2
            else { throw FixtureFailure("\(one)") }
            let engines = try (0..<64).map { _ in try HostFixture.makeEngine() }
            for engine in engines {
                travels.append(try gateway.makeTwin(engine).makeRunningTravel())
            }
            let many = census()
            guard many["oyster-loop"] == 1, many["oyster-media"] == 1,
                many["oyster-call"] ?? 0 <= 2
            else { throw FixtureFailure("\(many)") }
            for travel in travels { oyster_travel_release(travel, nil) }
            for engine in engines { oyster_engine_destroy(engine, nil) }
        }
    }

    /// Each engine owns a descriptor, so that an engine that is never freed is detected.
    @Test func `engines that are destroyed with their travels are freed`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            func live() throws {
                let engine = try HostFixture.makeEngine()
                var fd: Int32 = -1
                oyster_engine_event_fd(engine, &fd)
                _ = try fixture.makeTwin(engine).makeRunningTravel()
                oyster_engine_destroy(engine, nil)
            }
            for _ in 0..<3 { try live() }
            let before = OpenFiles.count
            for _ in 0..<40 { try live() }
            if !blockUntil({ OpenFiles.count < before + 20 }) {
                throw FixtureFailure("\(OpenFiles.count) descriptors after \(before)")
            }
        }
    }

    @Test func `thousands of engines can be created and destroyed`() throws {
        for _ in 0..<3000 {
            let engine = try HostFixture.makeEngine()
            #expect(oyster_engine_destroy(engine, nil) == 0)
        }
    }
}
