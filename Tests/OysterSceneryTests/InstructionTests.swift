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
            ("a whale and a dragon", [.summon(.whale), .summon(.dragon)]),
            ("一条龙", [.summon(.dragon)]), ("her dog jumps", [.summon(.dog), .gesture(.jump)]),
            ("she waves, then bows", [.gesture(.wave), .gesture(.bow)]), ("跳舞", [.gesture(.dance)]),
            ("she sits", [.gesture(.sit)]), ("turn around", [.gesture(.turn)]),
            ("nothing of this is known", []), ("", []), ("train, brainstorm, snowman", []),
        ] as [(String, [Effect])]
    )
    func `words have their effects`(text: String, effects: [Effect]) {
        #expect(Vocabulary.effects(of: text) == effects)
    }

    @Test func `no word has two meanings`() {
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
    func `weather changes over about a second`(sky: Conditions.Sky) {
        let target = Conditions(daylight: .day, sky: sky, season: .summer)
        let start = Conditions(daylight: .night, sky: .clear, season: .summer)
        var weather = Weather(start)
        weather.turn(to: target, at: 600)
        #expect(weather.look(at: 600) == start.look)
        let half = weather.look(at: 600 + 75)
        #expect(half != start.look)
        #expect(half != target.look)
        #expect(weather.look(at: 600 + 150) == target.look)
    }

    @Test func `a title decides how the world begins`() {
        let scenery = Scenery(mode: .directing, title: "A whale in a snowy night")
        #expect(scenery.world.weather.conditions.daylight == .night)
        #expect(scenery.world.weather.conditions.sky == .snow)
        #expect(scenery.world.cast.actors.map(\.kind) == [.whale])
    }

    @Test func `every instruction is a caption for some seconds`() {
        var fixture = SceneryFixture(.directing)
        fixture.say("Something unknown")
        #expect(fixture.scenery.world.captions.map(\.text) == ["Something unknown"])
        fixture.wait(.seconds(4))
        #expect(fixture.scenery.world.captions.count == 1)
        fixture.wait(.seconds(2))
        #expect(fixture.scenery.world.captions.isEmpty)
    }

    @Test func `only the last two captions show, and not endlessly long ones`() {
        var fixture = SceneryFixture(.directing)
        for text in ["one", "two", String(repeating: "three ", count: 1_000)] { fixture.say(text) }
        let captions = fixture.scenery.world.captions
        #expect(captions.count == 2)
        #expect(captions.first?.text == "two")
        #expect(captions.last?.text.count == Caption.longest)
    }

    @Test(arguments: Gesture.allCases)
    func `the one who acts does what it is told`(gesture: Gesture) throws {
        let word = try #require(
            Vocabulary.entries.first { $0.effect == .gesture(gesture) }?.words.first
        )
        var fixture = SceneryFixture(.acting)
        fixture.wait(.seconds(1))
        fixture.say("Please \(word)")
        let actor = try #require(fixture.scenery.world.cast.actors.last)
        #expect(actor.kind == .person)
        #expect(actor.gesture == gesture)
        fixture.wait(.seconds(10))
        let later = try #require(fixture.scenery.world.cast.actors.last)
        #expect(later.gesture == (gesture.steps == nil ? gesture : .stand))
    }

    @Test(arguments: Gesture.allCases)
    func `a gesture moves without leaps`(gesture: Gesture) {
        var last = Posture(gesture, seconds: 0)
        for frame in 1...120 {
            let posture = Posture(gesture, seconds: Float(frame) / 24)
            #expect(abs(posture.lift - last.lift) < 0.3)
            #expect(abs(posture.rightArm.spread - last.rightArm.spread) < 0.14)
            #expect(abs(posture.leftLeg.swing - last.leftLeg.swing) < 0.12)
            last = posture
        }
    }

    @Test func `characters come once and go`() {
        var fixture = SceneryFixture(.directing)
        fixture.say("a dog and a whale")
        fixture.say("the dog dances")
        #expect(fixture.scenery.world.cast.actors.map(\.kind) == [.whale, .dog])
        #expect(fixture.scenery.world.cast.actors.last?.gesture == .dance)
        fixture.say("all leave")
        #expect(fixture.scenery.world.cast.actors.isEmpty)
    }
}
