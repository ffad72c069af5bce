// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@testable import OysterScenery

@Suite struct InstructionTests {
    @Test(
        arguments: [
            ("It begins to rain", [.sky(.rain)]), ("下雨了", [.sky(.rain)]),
            ("Snow falls on the hills", [.sky(.snow)]), ("下雪", [.sky(.snow)]),
            ("NIGHT.", [.daylight(.night)]), ("夜晚", [.daylight(.night)]),
            ("a golden sunset", [.daylight(.sunset)]), ("fog rolls in", [.sky(.fog)]),
            ("a storm, with thunder", [.sky(.storm)]), ("the sun comes out", [.sky(.clear)]),
            ("spring comes", [.season(.spring)]),
            ("winter night", [.daylight(.night), .season(.winter)]),
            ("the rain stops", [.clearing]),
            ("a whale and a dragon", [.spawn(.whale), .spawn(.dragon)]),
            ("一条龙", [.spawn(.dragon)]), ("her dog jumps", [.spawn(.dog), .gesture(.jump)]),
            ("she waves, then bows", [.gesture(.wave), .gesture(.bow)]), ("跳舞", [.gesture(.dance)]),
            ("she sits", [.gesture(.sit)]), ("turn around", [.gesture(.turn)]),
            ("nothing of this is known", []), ("", []), ("train, brainstorm, snowman", []),
        ] as [(String, [Effect])]
    )
    func `each word of the vocabulary has its effect`(text: String, effects: [Effect]) {
        #expect(Vocabulary.effects(of: text) == effects)
    }

    @Test func `each word belongs to one entry of the vocabulary`() {
        var meanings: [String: Effect] = [:]
        for entry in Vocabulary.entries {
            for word in entry.words {
                #expect(meanings[word] == nil, "\(word)")
                meanings[word] = entry.effect
                #expect(
                    Vocabulary.effects(of: word)
                        == (entry.effect == .clearing ? [.clearing] : [entry.effect])
                )
            }
        }
    }

    @Test(arguments: Conditions.Sky.allCases)
    func `a change of weather takes about a second`(sky: Conditions.Sky) {
        let target = Conditions(daylight: .day, sky: sky, season: .summer)
        let start = Conditions(daylight: .night, sky: .clear, season: .summer)
        var weather = Weather(start)
        weather.turn(to: target, at: 600)
        #expect(weather.lighting(at: 600) == start.lighting)
        let half = weather.lighting(at: 600 + 75)
        #expect(half != start.lighting)
        #expect(half != target.lighting)
        #expect(weather.lighting(at: 600 + 150) == target.lighting)
    }

    @Test func `the title determines the initial weather and entities`() {
        let simulation = WorldSimulation(mode: .directing, title: "A whale in a snowy night")
        #expect(simulation.world.weather.conditions.daylight == .night)
        #expect(simulation.world.weather.conditions.sky == .snow)
        #expect(simulation.world.entities.all.map(\.kind) == [.whale])
    }

    @Test func `an instruction is shown as a caption for some seconds`() {
        var fixture = SceneryFixture(.directing)
        fixture.instruct("Something unknown")
        #expect(fixture.simulation.world.captions.map(\.text) == ["Something unknown"])
        fixture.wait(.seconds(4))
        #expect(fixture.simulation.world.captions.count == 1)
        fixture.wait(.seconds(2))
        #expect(fixture.simulation.world.captions.isEmpty)
    }

    @Test func `the two latest captions are shown, and long texts are cut`() {
        var fixture = SceneryFixture(.directing)
        for text in ["one", "two", String(repeating: "three ", count: 1_000)] {
            fixture.instruct(text)
        }
        let captions = fixture.simulation.world.captions
        #expect(captions.count == 2)
        #expect(captions.first?.text == "two")
        #expect(captions.last?.text.count == Caption.longest)
    }

    @Test(arguments: Gesture.allCases)
    func `the person of an acting travel performs the gesture of an instruction`(gesture: Gesture)
        throws
    {
        let word = try #require(
            Vocabulary.entries.first { $0.effect == .gesture(gesture) }?.words.first
        )
        var fixture = SceneryFixture(.acting)
        fixture.wait(.seconds(1))
        fixture.instruct("Please \(word)")
        let entity = try #require(fixture.simulation.world.entities.all.last)
        #expect(entity.kind == .person)
        #expect(entity.gesture == gesture)
        fixture.wait(.seconds(10))
        let later = try #require(fixture.simulation.world.entities.all.last)
        #expect(later.gesture == (gesture.steps == nil ? gesture : .stand))
    }

    @Test(arguments: Gesture.allCases)
    func `a gesture moves the joints continuously`(gesture: Gesture) {
        var last = Posture(gesture, seconds: 0)
        for frame in 1...120 {
            let posture = Posture(gesture, seconds: Float(frame) / 24)
            #expect(abs(posture.lift - last.lift) < 0.3)
            #expect(abs(posture.rightArm.spread - last.rightArm.spread) < 0.14)
            #expect(abs(posture.leftLeg.swing - last.leftLeg.swing) < 0.12)
            last = posture
        }
    }

    @Test func `an entity appears once and can be removed`() {
        var fixture = SceneryFixture(.directing)
        fixture.instruct("a dog and a whale")
        fixture.instruct("the dog dances")
        #expect(fixture.simulation.world.entities.all.map(\.kind) == [.whale, .dog])
        #expect(fixture.simulation.world.entities.all.last?.gesture == .dance)
        fixture.instruct("all leave")
        #expect(fixture.simulation.world.entities.all.isEmpty)
    }
}
