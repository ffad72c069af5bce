// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// The word of a command slot: the newest direction wins, one-shots stay.
@Suite struct CommandWordTests {
    typealias Command = OysterAdventureCommand

    private func word(_ commands: Command...) -> CommandWord {
        var word = CommandWord(generation: 7)
        for command in commands { _ = word.merge(CommandWord.Packed(command)) }
        return word
    }

    @Test func `every command is unpacked as it was packed`() {
        for translation in Command.Translation.allCases {
            for rotation in Command.Rotation.allCases {
                for interaction in Command.Interaction.allCases {
                    let command = Command(
                        translation: translation,
                        rotation: rotation,
                        interaction: interaction
                    )
                    var word = word(command)
                    #expect(word.take()?.command == command)
                    #expect(word.generation == 7)
                }
            }
        }
    }

    @Test func `the newest direction wins as a whole`() {
        var word = word(
            Command(translation: .front, rotation: .mouseLeft),
            Command(translation: .backRight, rotation: .none)
        )
        #expect(word.take()?.command == Command(translation: .backRight, rotation: .none))
    }

    @Test func `a one-shot stays until it is taken, then it is removed`() {
        var word = word(Command(translation: .front, interaction: .jump), Command())
        #expect(word.take()?.command == Command(interaction: .jump))
        _ = word.merge(CommandWord.Packed(Command(translation: .left)))
        #expect(word.take()?.command == Command(translation: .left))
    }

    @Test func `the newest one-shot wins`() {
        var word = word(
            Command(interaction: .jump),
            Command(interaction: .attack),
            Command(translation: .front)
        )
        #expect(word.take()?.command == Command(translation: .front, interaction: .attack))
    }

    @Test(arguments: [true, false])
    func `a finished word keeps its reason and no command`(_ isSwitchedOff: Bool) {
        var word = word(Command(translation: .front, interaction: .jump))
        word.finish(isSwitchedOff: isSwitchedOff)
        #expect(word.isOver)
        #expect(word.isSwitchedOff == isSwitchedOff)
        #expect(!word.hasCommand)
        #expect(word.generation == 7)
        #expect(word.take() == nil)
    }

    @Test func `submissions are counted, up to a bound`() {
        var word = word()
        for _ in 0..<100_000 { _ = word.merge(CommandWord.Packed(Command(translation: .front))) }
        #expect(word.take()?.submissions == 100_000)
        #expect(word.take() == nil)
        #expect(word.generation == 7)
        let almostFull = UInt64(CommandWord.mostSubmissions - 1) << 15
        word = CommandWord(bits: word.bits | almostFull)
        for _ in 0..<3 { _ = word.merge(CommandWord.Packed(Command(translation: .front))) }
        #expect(word.take()?.submissions == CommandWord.mostSubmissions)
        #expect(word.generation == 7)
    }

    @Test func `only the first submission wakes the loop, until it rests`() {
        var word = word()
        #expect(word.merge(CommandWord.Packed(Command())) == true)
        #expect(word.merge(CommandWord.Packed(Command())) == false)
        _ = word.take()
        #expect(word.merge(CommandWord.Packed(Command())) == false)
        _ = word.take()
        word.rest()
        #expect(word.merge(CommandWord.Packed(Command())) == true)
    }

    @Test func `a flush without a waiting command has no effect, and a second flush wakes nothing`()
    {
        var word = word()
        #expect(word.requestFlush() == false)
        _ = word.merge(CommandWord.Packed(Command(translation: .front)))
        #expect(word.requestFlush() == true)
        #expect(word.requestFlush() == false)
        _ = word.take()
        #expect(!word.isFlushRequested)
    }

    @Test func `a finished word drops its command and stays finished`() {
        var word = word(Command(interaction: .jump))
        word.finish(isSwitchedOff: false)
        #expect(word.isOver)
        #expect(!word.hasCommand)
        #expect(word.take() == nil)
        #expect(word.isOver)
    }
}
