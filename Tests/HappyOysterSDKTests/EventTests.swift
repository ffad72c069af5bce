// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Observation
import Testing

/// Events, notices and the observable status.
@MainActor @Suite struct EventTests {
    @Test func `each access to events returns a new stream`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let first = Task { [events = travel.events] in await statuses(events) }
        let second = Task { [events = travel.events] in await statuses(events) }
        let cancelled = Task { [events = travel.events] in await statuses(events) }
        cancelled.cancel()
        #expect(await cancelled.value.isEmpty)
        try await travel.start()
        let late = Task { [events = travel.events] in await statuses(events) }
        try await travel.end()
        #expect(await first.value == [.prepare, .running, .ended])
        #expect(await second.value == [.prepare, .running, .ended])
        #expect(await late.value == [.ended])
        #expect(await statuses(travel.events).isEmpty)
    }

    @Test func `streams end with the travel's last reference`() async throws {
        let gateway = try TestGateway()
        var travel: OysterTravel? = try gateway.travel("adventure")
        let events = try #require(travel?.events)
        travel = nil
        #expect(await statuses(events).isEmpty)
    }

    @Test func `the status is observable, in order, on the main actor`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let log = StatusLog(travel)
        try await travel.start()
        #expect(travel.status == .running)
        try await travel.end()
        #expect(log.seen == [.idle, .prepare, .running])
        #expect(travel.status == .ended)
    }

    @Test func `notices have the travel's data before it runs`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let notices = travel.notices
        let started = try await travel.start()
        #expect(await eventually { travel.infoJSON.contains("dash") })
        try await travel.end()
        var words: [String] = []
        for await notice in notices {
            switch notice {
            case .event(.statusChanged(let status)): words.append(status.description)
            case .event(.error(let error)): words.append("\(error.code)")
            case .infoReady(let info):
                words.append("info")
                #expect(info == started)
            case .firstFrameGenerated(let url): #expect(url.hasPrefix("https://"))
            case .updated(let update): #expect(update.characterActions == ["dash", "jump"])
            }
        }
        #expect(words == ["prepare", "info", "running", "ended"])
    }

    @Test func `a refused command is an error event`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        let events = travel.events
        try await travel.start()
        travel.sendCommand(OysterAdventureCommand(translation: .left))
        for await event in events {
            guard case .error(let error) = event else { continue }
            #expect(error.code == OysterSDKError.Code.sendCommandInDirecting)
            #expect(error.kind == .sendCommandInDirecting)
            #expect(error.operation == "sendCommand")
            break
        }
        try await travel.end()
    }

    @Test func `a server that fails the travel is an error event, then failed`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let events = travel.events
        let started = try await travel.start()
        try gateway.post(
            "travels/fail",
            #"{"encryptedTravelId":"\#(started.encryptedTravelId)"}"#
        )
        var last: [String] = []
        for await event in events {
            switch event {
            case .statusChanged(let status): last.append(status.rawValue)
            case .error(let error): last.append("\(error.code) \(error.endsTravel)")
            }
        }
        #expect(last.suffix(2) == ["500001 true", "failed"])
        #expect(travel.isEnded)
    }
}

/// Writes down the value before each change, as an observer of `status` sees it.
@MainActor private final class StatusLog {
    private(set) var seen: [OysterTravelStatus] = []

    init(_ travel: OysterTravel) { watch(travel) }

    private func watch(_ travel: OysterTravel) {
        withObservationTracking {
            _ = travel.status
        } onChange: {
            MainActor.assumeIsolated {
                self.seen.append(travel.status)
                self.watch(travel)
            }
        }
    }
}
