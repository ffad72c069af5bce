// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@testable import OysterScenery

@Suite struct ActionTests {
    @Test func `the start offers the body's actions and nothing to use`() {
        let scenery = Scenery(mode: .adventure)
        #expect(scenery.characterActions == ["dash", "jump", "crouch", "attack"])
        #expect(scenery.environmentActions == [])
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `other modes offer nothing`(mode: OysterModeValue) {
        let scenery = Scenery(mode: mode)
        #expect(scenery.characterActions == [])
        #expect(scenery.environmentActions == [])
    }

    @Test(
        arguments: [
            (Landmark.horse, "ride_horse"), (Landmark.bicycle, "ride_bicycle"),
            ((Landmark.boulders[0].x + 2, Landmark.boulders[0].y - 1), "take_cover"),
        ] as [(Landmark.Place, String)]
    )
    func `what is near can be used`(place: Landmark.Place, action: String) {
        var fixture = SceneryFixture()
        let isFar = fixture.scenery.perform(action, at: fixture.now)
        #expect(!isFar)
        fixture.walk(to: place.x + 1, place.y - 1)
        #expect(fixture.scenery.environmentActions.contains(action))
        #expect(fixture.scenery.environmentActions.count <= 3)
        #expect((2...4).contains(fixture.scenery.characterActions.count))
        let isNear = fixture.scenery.perform(action, at: fixture.now)
        #expect(isNear)
    }

    @Test func `a rider sits high, is fast, and takes the horse along`() {
        var fixture = SceneryFixture()
        fixture.walk(to: Landmark.horse.x, Landmark.horse.y - 1)
        fixture.wait(.seconds(1))
        let low = fixture.scenery.pose.height
        let isOn = fixture.scenery.perform("ride_horse", at: fixture.now)
        #expect(isOn)
        fixture.wait(.seconds(1))
        #expect(fixture.scenery.pose.height > low + 0.5)
        #expect(fixture.scenery.characterActions == ["dash", "jump"])
        #expect(fixture.scenery.environmentActions == ["ride_horse"])
        fixture.hold(OysterAdventureCommand(translation: .left), for: .seconds(2))
        let isOff = fixture.scenery.perform("ride_horse", at: fixture.now)
        #expect(isOff)
        #expect(abs(fixture.scenery.world.horse.x - fixture.scenery.pose.x) < 0.1)
        #expect(fixture.scenery.environmentActions.contains("ride_horse"))
    }

    @Test func `the way leads to the lighthouse, whose door opens`() {
        var fixture = SceneryFixture()
        for place in Landmark.path.dropFirst(2) { fixture.walk(to: place.x, place.y) }
        #expect(fixture.scenery.environmentActions.contains("open_close_door"))
        #expect(fixture.scenery.world.door == 0)
        let isOpening = fixture.scenery.perform("open_close_door", at: fixture.now)
        #expect(isOpening)
        fixture.wait(.seconds(1))
        #expect(fixture.scenery.world.door == 1)
        let isClosing = fixture.scenery.perform("open_close_door", at: fixture.now)
        #expect(isClosing)
        fixture.wait(.seconds(1))
        #expect(fixture.scenery.world.door == 0)
    }

    @Test(arguments: ["dash", "jump", "crouch", "attack"])
    func `the body's actions are interactions`(action: String) {
        let interactions: [String: OysterAdventureCommand.Interaction] = [
            "dash": .sprint, "jump": .jump, "crouch": .crouch, "attack": .attack,
        ]
        var (performed, sent) = (SceneryFixture(), SceneryFixture())
        let isDone = performed.scenery.perform(action, at: .zero)
        #expect(isDone)
        sent.send(OysterAdventureCommand(interaction: interactions[action] ?? .none))
        performed.wait(.milliseconds(300))
        sent.wait(.milliseconds(300))
        #expect(performed.scenery.world.traveller.effort == sent.scenery.world.traveller.effort)
    }

    @Test func `nothing is done in a pause`() {
        var scenery = Scenery(mode: .adventure)
        scenery.pause(at: .zero)
        let isPaused = scenery.perform("jump", at: .seconds(1))
        #expect(!isPaused)
    }
}
