// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@testable import OysterGateway

@Suite struct JournalTests {
    private let start = Moment(milliseconds: 1_790_000_000_000)

    /// A directing Travel that runs from its creation on and pauses at once.
    private func travel() throws -> Travel {
        var settings = Settings()
        settings.startsAfter = .zero
        settings.pauseConfirm = .zero
        var state = GatewayState()
        state.settings = settings
        let order = Fields(object: ["prompt": "A garden", "resolution": "480p"])
        let plan = try WorldPlan(order, for: .directing)
        let world = state.addWorld(plan, .directing, at: start, builds: .zero, failure: nil)
        return state.newTravel(in: world, maxExperienceTimeSec: nil, at: start)
    }

    @Test func `instructions are journalled when they are executed, behind their rewind`() throws {
        var travel = try travel()
        travel.advance(to: start + .seconds(9))
        try travel.instruct("rain", by: Settings())
        try travel.lifecycle.pause()
        try travel.instruct("snow", by: Settings())
        travel.advance(to: start + .seconds(60))
        #expect(travel.journal.entries.map(\.event) == [.instruction("rain")])
        try travel.rewind(to: .seconds(4))
        travel.advance(to: start + .seconds(61))
        try travel.instruct("sun", by: Settings())
        #expect(
            travel.journal.entries == [
                .init(played: .seconds(9), event: .instruction("rain")),
                .init(played: .seconds(9), event: .rewind(to: .seconds(4))),
                .init(played: .seconds(9), event: .instruction("snow")),
                .init(played: .seconds(10), event: .instruction("sun")),
            ]
        )
    }

    @Test func `a world that nobody watched is the same as one that was`() throws {
        var travel = try travel()
        let watched = Projector(Scenery(of: travel), painter: { SceneryPainter(size: $0) })
        let late = Projector(Scenery(of: travel), painter: { SceneryPainter(size: $0) })
        func follow(_ projector: Projector, at seconds: Int64) {
            projector.follow(travel.scene, [], at: .seconds(seconds))
        }
        for second in 1...12 {
            travel.advance(to: start + .seconds(second))
            if second == 3 { try travel.instruct("rain", by: Settings()) }
            if second == 6 { try travel.lifecycle.pause() }
            if second == 9 { try travel.rewind(to: .seconds(4)) }
            follow(watched, at: Int64(second))
        }
        follow(late, at: 12)
        var pictures: [[UInt8]] = []
        watched.paint { pictures.append(Array($0)) }
        late.paint { pictures.append(Array($0)) }
        #expect(pictures[0] == pictures[1])
    }
}
