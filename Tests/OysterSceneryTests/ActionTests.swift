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
        var stroll = Stroll()
        let isFar = stroll.scenery.perform(action, at: stroll.now)
        #expect(!isFar)
        stroll.walk(to: place.x + 1, place.y - 1)
        #expect(stroll.scenery.environmentActions.contains(action))
        #expect(stroll.scenery.environmentActions.count <= 3)
        #expect((2...4).contains(stroll.scenery.characterActions.count))
        let isNear = stroll.scenery.perform(action, at: stroll.now)
        #expect(isNear)
    }

    @Test func `a rider sits high, is fast, and takes the horse along`() {
        var stroll = Stroll()
        stroll.walk(to: Landmark.horse.x, Landmark.horse.y - 1)
        stroll.wait(.seconds(1))
        let low = stroll.scenery.pose.height
        let isOn = stroll.scenery.perform("ride_horse", at: stroll.now)
        #expect(isOn)
        stroll.wait(.seconds(1))
        #expect(stroll.scenery.pose.height > low + 0.5)
        #expect(stroll.scenery.characterActions == ["dash", "jump"])
        #expect(stroll.scenery.environmentActions == ["ride_horse"])
        stroll.hold(OysterAdventureCommand(translation: .left), for: .seconds(2))
        let isOff = stroll.scenery.perform("ride_horse", at: stroll.now)
        #expect(isOff)
        #expect(abs(stroll.scenery.world.horse.x - stroll.scenery.pose.x) < 0.1)
        #expect(stroll.scenery.environmentActions.contains("ride_horse"))
    }

    @Test func `the way leads to the lighthouse, whose door opens`() {
        var stroll = Stroll()
        for place in Landmark.path.dropFirst(2) { stroll.walk(to: place.x, place.y) }
        #expect(stroll.scenery.environmentActions.contains("open_close_door"))
        #expect(stroll.scenery.world.door == 0)
        let isOpening = stroll.scenery.perform("open_close_door", at: stroll.now)
        #expect(isOpening)
        stroll.wait(.seconds(1))
        #expect(stroll.scenery.world.door == 1)
        let isClosing = stroll.scenery.perform("open_close_door", at: stroll.now)
        #expect(isClosing)
        stroll.wait(.seconds(1))
        #expect(stroll.scenery.world.door == 0)
    }

    @Test(arguments: ["dash", "jump", "crouch", "attack"])
    func `the body's actions are interactions`(action: String) {
        let interactions: [String: OysterAdventureCommand.Interaction] = [
            "dash": .sprint, "jump": .jump, "crouch": .crouch, "attack": .attack,
        ]
        var (performed, sent) = (Stroll(), Stroll())
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
