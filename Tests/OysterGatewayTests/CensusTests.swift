// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@testable import OysterGateway

/// Objects that the gateway holds after the end of travels.
///
/// Each test runs in its own process, since the counts are per process.
@Suite struct CensusTests {
    @Test func `no object remains of travels that ended with viewers`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try GatewayFixture.withMedia()
            for round in 0..<12 {
                let watchable = try fixture.watchable(
                    ["adventure", "directing", "acting"][round % 3]
                )
                _ = try fixture.watch(watchable)
                _ = try fixture.watch(watchable)
                try fixture.act(watchable, "end")
            }
            try fixture.expectEmptyCensus()
        }
    }

    @Test func `no object remains of travels that ended after their viewers had left`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try GatewayFixture.withMedia()
            for _ in 0..<6 {
                let watchable = try fixture.watchable("directing")
                let viewer = try fixture.watch(watchable)
                viewer.lose()
                guard blockUntil({ viewer.seen.closes == 1 }) else { throw Leak(what: "close") }
                try fixture.act(watchable, "end")
            }
            try fixture.expectEmptyCensus()
        }
    }

    @Test func `no object remains of paused and resumed travels after a reset`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try GatewayFixture.withMedia(["pauseConfirmMs": 0])
            for _ in 0..<6 {
                let watchable = try fixture.watchable("acting")
                let viewer = try fixture.watch(watchable)
                try fixture.act(watchable, "pause")
                try fixture.advance(2500)
                guard blockUntil({ viewer.seen.closes == 1 }) else { throw Leak(what: "close") }
                try fixture.act(watchable, "resume")
                _ = try fixture.watch(watchable)
            }
            try fixture.client.control("POST", "/reset")
            try fixture.expectEmptyCensus()
        }
    }

    @Test func `a paused travel without viewers frees its frame memory and keeps its world`()
        async
    {
        await #expect(processExitsWith: .success) {
            let fixture = try GatewayFixture.withMedia(["pauseConfirmMs": 0])
            let watchable = try fixture.watchable("directing")
            let viewer = try fixture.watch(watchable)
            guard blockUntil({ viewer.seen.pushes > 0 }) else { throw Leak(what: "no frame") }
            guard LiveObjects.counts["FrameRenderer"] == 1 else { throw Leak(what: "not counted") }
            try fixture.act(watchable, "pause")
            try fixture.advance(2500)
            let isFreed = blockUntil { LiveObjects.counts["FrameRenderer"] == 0 }
            guard isFreed, LiveObjects.counts["TravelBroadcast"] == 1 else {
                throw Leak(what: "\(LiveObjects.counts)")
            }
            try fixture.act(watchable, "resume")
            let second = try fixture.watch(watchable)
            guard blockUntil({ second.seen.pushes > 0 }) else { throw Leak(what: "no frame") }
        }
    }

    @Test func `no object remains of offers that cannot be answered`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try GatewayFixture.withMedia()
            let watchable = try fixture.watchable()
            for line in ["a=cannot", "a=refuse", "a=cannot"] {
                _ = try fixture.client.send(fixture.offer(watchable, line))
            }
            try fixture.act(watchable, "end")
            try fixture.expectEmptyCensus()
        }
    }

    @Test func `no object remains of a stopped gateway`() async {
        await #expect(processExitsWith: .success) {
            do {
                let fixture = try GatewayFixture.withMedia()
                _ = try fixture.watch(try fixture.watchable())
                _ = try fixture.watch(try fixture.watchable("acting"))
            }
            let isEmpty = blockUntil { LiveObjects.counts.values.allSatisfy { $0 == 0 } }
            guard isEmpty else { throw Leak(what: "\(LiveObjects.counts)") }
        }
    }
}

private struct Leak: Error {
    let what: String
}

extension GatewayFixture {
    /// Waits until `GET /census` counts only the request itself.
    fileprivate func expectEmptyCensus() throws {
        var found: JSONValue?
        let isEmpty = try blockUntil {
            found = try client.control("GET", "/census")["objects"]
            return found?.objectValue?.members.allSatisfy { name, number in
                number == (name == "HTTPExchange" ? 1 : 0)
            } == true
        }
        let classes = Set(found?.objectValue?.members.map(\.key) ?? [])
        let watched = [
            "TravelBroadcast", "WorldRenderer", "Viewer", "DeferredResponse", "media.viewer",
        ]
        guard isEmpty, classes.isSuperset(of: watched) else {
            throw Leak(what: "\(found as Any)")
        }
    }
}
