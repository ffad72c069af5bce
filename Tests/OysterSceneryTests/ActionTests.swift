// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@testable import OysterScenery

@Suite struct ActionTests {
    @Test func `at the start all character actions and no environment actions are available`() {
        let simulation = WorldSimulation(mode: .adventure)
        #expect(simulation.characterActions == ["dash", "jump", "crouch", "attack"])
        #expect(simulation.environmentActions == [])
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `acting and directing have no actions`(mode: OysterModeValue) {
        let simulation = WorldSimulation(mode: mode)
        #expect(simulation.characterActions == [])
        #expect(simulation.environmentActions == [])
    }

    @Test(
        arguments: [
            (Landmark.horse, "ride_horse"), (Landmark.bicycle, "ride_bicycle"),
            ((Landmark.boulders[0].x + 2, Landmark.boulders[0].y - 1), "take_cover"),
        ] as [(Landmark.Place, String)]
    )
    func `an environment action is available near its object`(place: Landmark.Place, action: String)
    {
        var fixture = SceneryFixture()
        let isFar = fixture.simulation.perform(action, at: fixture.now)
        #expect(!isFar)
        fixture.walk(to: place.x + 1, place.y - 1)
        #expect(fixture.simulation.environmentActions.contains(action))
        #expect(fixture.simulation.environmentActions.count <= 3)
        #expect((2...4).contains(fixture.simulation.characterActions.count))
        let isNear = fixture.simulation.perform(action, at: fixture.now)
        #expect(isNear)
    }

    @Test func `riding raises the eye, is faster, and moves the horse`() {
        var fixture = SceneryFixture()
        fixture.walk(to: Landmark.horse.x, Landmark.horse.y - 1)
        fixture.wait(.seconds(1))
        let low = fixture.simulation.pose.height
        let isOn = fixture.simulation.perform("ride_horse", at: fixture.now)
        #expect(isOn)
        fixture.wait(.seconds(1))
        #expect(fixture.simulation.pose.height > low + 0.5)
        #expect(fixture.simulation.characterActions == ["dash", "jump"])
        #expect(fixture.simulation.environmentActions == ["ride_horse"])
        fixture.hold(OysterAdventureCommand(translation: .left), for: .seconds(2))
        let isOff = fixture.simulation.perform("ride_horse", at: fixture.now)
        #expect(isOff)
        #expect(abs(fixture.simulation.world.horse.x - fixture.simulation.pose.x) < 0.1)
        #expect(fixture.simulation.environmentActions.contains("ride_horse"))
    }

    @Test func `the path reaches the lighthouse, and its door opens`() {
        var fixture = SceneryFixture()
        for place in Landmark.path.dropFirst(2) { fixture.walk(to: place.x, place.y) }
        #expect(fixture.simulation.environmentActions.contains("open_close_door"))
        #expect(fixture.simulation.world.door == 0)
        let isOpening = fixture.simulation.perform("open_close_door", at: fixture.now)
        #expect(isOpening)
        fixture.wait(.seconds(1))
        #expect(fixture.simulation.world.door == 1)
        let isClosing = fixture.simulation.perform("open_close_door", at: fixture.now)
        #expect(isClosing)
        fixture.wait(.seconds(1))
        #expect(fixture.simulation.world.door == 0)
    }

    @Test(arguments: ["dash", "jump", "crouch", "attack"])
    func `a character action has the effect of its interaction`(action: String) {
        let interactions: [String: OysterAdventureCommand.Interaction] = [
            "dash": .sprint, "jump": .jump, "crouch": .crouch, "attack": .attack,
        ]
        var (performed, sent) = (SceneryFixture(), SceneryFixture())
        let isDone = performed.simulation.perform(action, at: .zero)
        #expect(isDone)
        sent.send(OysterAdventureCommand(interaction: interactions[action] ?? .none))
        performed.wait(.milliseconds(300))
        sent.wait(.milliseconds(300))
        #expect(
            performed.simulation.world.avatar.actionState
                == sent.simulation.world.avatar.actionState
        )
    }

    @Test func `actions are refused while the world is paused`() {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.pause(at: .zero)
        let isPaused = simulation.perform("jump", at: .seconds(1))
        #expect(!isPaused)
    }
}
