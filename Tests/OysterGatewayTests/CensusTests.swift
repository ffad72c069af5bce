// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@testable import OysterGateway

/// What the gateway still holds of Travels that are over.
///
/// Each test counts the objects of a process of its own.
@Suite struct CensusTests {
    @Test func `nothing is left of travels that ended while they were watched`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage.withMedia()
            for round in 0..<12 {
                let show = try stage.show(["adventure", "directing", "acting"][round % 3])
                _ = try stage.watch(show)
                _ = try stage.watch(show)
                try stage.act(show, "end")
            }
            try stage.expectEmptyCensus()
        }
    }

    @Test func `nothing is left of travels that ended after their viewers had left`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage.withMedia()
            for _ in 0..<6 {
                let show = try stage.show("directing")
                let viewer = try stage.watch(show)
                viewer.lose()
                guard blockUntil({ viewer.seen.closes == 1 }) else { throw Leak(what: "close") }
                try stage.act(show, "end")
            }
            try stage.expectEmptyCensus()
        }
    }

    @Test func `nothing is left of travels that were paused, resumed and forgotten`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage.withMedia(["pauseConfirmMs": 0])
            for _ in 0..<6 {
                let show = try stage.show("acting")
                let viewer = try stage.watch(show)
                try stage.act(show, "pause")
                try stage.advance(2500)
                guard blockUntil({ viewer.seen.closes == 1 }) else { throw Leak(what: "close") }
                try stage.act(show, "resume")
                _ = try stage.watch(show)
            }
            try stage.client.control("POST", "/reset")
            try stage.expectEmptyCensus()
        }
    }

    @Test func `a paused travel without viewers keeps its world, but no memory for pictures`()
        async
    {
        await #expect(processExitsWith: .success) {
            let stage = try Stage.withMedia(["pauseConfirmMs": 0])
            let show = try stage.show("directing")
            let viewer = try stage.watch(show)
            guard blockUntil({ viewer.seen.pushes > 0 }) else { throw Leak(what: "no picture") }
            guard LiveObjects.counts["Painter"] == 1 else { throw Leak(what: "not counted") }
            try stage.act(show, "pause")
            try stage.advance(2500)
            let isFreed = blockUntil { LiveObjects.counts["Painter"] == 0 }
            guard isFreed, LiveObjects.counts["Broadcast"] == 1 else {
                throw Leak(what: "\(LiveObjects.counts)")
            }
            try stage.act(show, "resume")
            let second = try stage.watch(show)
            guard blockUntil({ second.seen.pushes > 0 }) else { throw Leak(what: "no picture") }
        }
    }

    @Test func `nothing is left of offers that cannot be answered`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage.withMedia()
            let show = try stage.show()
            for line in ["a=cannot", "a=refuse", "a=cannot"] {
                _ = try stage.client.send(stage.offer(show, line))
            }
            try stage.act(show, "end")
            try stage.expectEmptyCensus()
        }
    }

    @Test func `nothing is left of a gateway that has stopped`() async {
        await #expect(processExitsWith: .success) {
            do {
                let stage = try Stage.withMedia()
                _ = try stage.watch(try stage.show())
                _ = try stage.watch(try stage.show("acting"))
            }
            let isEmpty = blockUntil { LiveObjects.counts.values.allSatisfy { $0 == 0 } }
            guard isEmpty else { throw Leak(what: "\(LiveObjects.counts)") }
        }
    }
}

private struct Leak: Error {
    let what: String
}

extension Stage {
    /// Waits until `GET /census` counts nothing but the request itself.
    fileprivate func expectEmptyCensus() throws {
        var found: JSONValue?
        let isEmpty = try blockUntil {
            found = try client.control("GET", "/census")["objects"]
            return found?.objectValue?.members.allSatisfy { name, number in
                number == (name == "Exchange" ? 1 : 0)
            } == true
        }
        let classes = Set(found?.objectValue?.members.map(\.key) ?? [])
        let watched = ["Broadcast", "Projector", "Viewer", "LateAnswer", "media.viewer"]
        guard isEmpty, classes.isSuperset(of: watched) else {
            throw Leak(what: "\(found as Any)")
        }
    }
}
