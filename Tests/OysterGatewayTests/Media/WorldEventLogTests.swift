// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@testable import OysterGateway

@Suite struct WorldEventLogTests {
    private let start = Timestamp(milliseconds: 1_790_000_000_000)

    /// A directing travel that runs at once and pauses at once.
    private func travel() throws -> TravelRecord {
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

    @Test func `an instruction is logged when it is executed, after its rewind`() throws {
        var travel = try travel()
        travel.advance(to: start + .seconds(9))
        try travel.instruct("rain", by: Settings())
        try travel.lifecycle.pause()
        try travel.instruct("snow", by: Settings())
        travel.advance(to: start + .seconds(60))
        #expect(travel.worldEvents.events.map(\.change) == [.instruction("rain")])
        try travel.rewind(to: .seconds(4))
        travel.advance(to: start + .seconds(61))
        try travel.instruct("sun", by: Settings())
        #expect(
            travel.worldEvents.events == [
                .init(played: .seconds(9), change: .instruction("rain")),
                .init(played: .seconds(9), change: .rewind(to: .seconds(4))),
                .init(played: .seconds(9), change: .instruction("snow")),
                .init(played: .seconds(10), change: .instruction("sun")),
            ]
        )
    }

    @Test func `a world without viewers develops as one with viewers`() throws {
        var travel = try travel()
        let watched = WorldRenderer(
            WorldSimulation(of: travel),
            renderer: { SceneryRenderer(size: $0) }
        )
        let late = WorldRenderer(
            WorldSimulation(of: travel),
            renderer: { SceneryRenderer(size: $0) }
        )
        func follow(_ renderer: WorldRenderer, at seconds: Int64) {
            renderer.follow(travel.mediaState, [], at: .seconds(seconds))
        }
        for second in 1...12 {
            travel.advance(to: start + .seconds(second))
            if second == 3 { try travel.instruct("rain", by: Settings()) }
            if second == 6 { try travel.lifecycle.pause() }
            if second == 9 { try travel.rewind(to: .seconds(4)) }
            follow(watched, at: Int64(second))
        }
        follow(late, at: 12)
        var frames: [[UInt8]] = []
        watched.render { frames.append(Array($0)) }
        late.render { frames.append(Array($0)) }
        #expect(frames[0] == frames[1])
    }
}
