// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// A waiting command and the state of its command slot, in 64 bits.
///
/// Bits: 0 command, 1 flush, 2 awake, 3–6 translation, 7–10 rotation, 11–13 interaction, 14 over,
/// 15–39 merged submissions, 40–63 generation. While over, bit 3 means switched off. A host may
/// submit tens of millions of times per second; all submissions of one interval are counted.
struct CommandWord {
    private static let command: UInt64 = 1 << 0
    private static let flush: UInt64 = 1 << 1
    private static let awake: UInt64 = 1 << 2
    private static let direction: UInt64 = 0xFF << 3
    private static let interaction: UInt64 = 0x7 << 11
    private static let over: UInt64 = 1 << 14
    private static let switchedOff: UInt64 = 1 << 3
    private static let oneSubmission: UInt64 = 1 << 15
    private static let submissions: UInt64 = 0x1FF_FFFF << 15
    /// Most submissions that are counted between two reads by the loop.
    static let mostSubmissions = 0x1FF_FFFF
    /// Generations have 24 bits.
    static let lastGeneration: UInt32 = 0xFF_FFFF

    /// A command in the bits of the word.
    struct Packed {
        let bits: UInt64

        init(_ command: OysterAdventureCommand) {
            bits =
                UInt64(command.translation.number) << 3 | UInt64(command.rotation.number) << 7
                | UInt64(command.interaction.number) << 11
        }

        /// From the numbers of the enums; nil when a number is out of range.
        @inline(__always) init?(translation: UInt32, rotation: UInt32, interaction: UInt32) {
            typealias Command = OysterAdventureCommand
            guard translation <= Command.Translation.numbers.upperBound,
                rotation <= Command.Rotation.numbers.upperBound,
                interaction <= Command.Interaction.numbers.upperBound
            else { return nil }
            bits = UInt64(translation) << 3 | UInt64(rotation) << 7 | UInt64(interaction) << 11
        }
    }

    private(set) var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(generation: UInt32) { bits = UInt64(generation) << 40 }

    var generation: UInt32 { UInt32(truncatingIfNeeded: bits >> 40) }
    var hasCommand: Bool { bits & CommandWord.command != 0 }
    var isFlushRequested: Bool { bits & CommandWord.flush != 0 }
    /// The travel is over: no command is accepted any more.
    var isOver: Bool { bits & CommandWord.over != 0 }
    /// The feature gate has ended the travel; meaningful while over.
    var isSwitchedOff: Bool { bits & CommandWord.switchedOff != 0 }
    /// The loop looks at the slot by itself, so no wakeup is needed.
    var isAwake: Bool { bits & CommandWord.awake != 0 }

    /// Adds a submission; returns whether the loop must be woken.
    @inline(__always) mutating func merge(_ next: Packed) -> Bool {
        var replaced = CommandWord.direction
        // Only another one-shot replaces a one-shot.
        let replacesInteraction = next.bits & CommandWord.interaction != 0 || !hasCommand
        if replacesInteraction { replaced |= CommandWord.interaction }
        let mustWake = !isAwake
        bits = bits & ~replaced | next.bits | CommandWord.command | CommandWord.awake
        if bits & CommandWord.submissions != CommandWord.submissions {
            bits += CommandWord.oneSubmission
        }
        return mustWake
    }

    /// Requests that the waiting command is sent at once; returns whether the loop must be woken.
    mutating func requestFlush() -> Bool {
        guard hasCommand, !isFlushRequested else { return false }
        bits |= CommandWord.flush
        return true
    }

    /// Removes and returns the command.
    mutating func take() -> (command: OysterAdventureCommand, submissions: Int)? {
        guard hasCommand else { return nil }
        let command = OysterAdventureCommand(
            translation: .init(number: UInt8(bits >> 3 & 0xF)) ?? .none,
            rotation: .init(number: UInt8(bits >> 7 & 0xF)) ?? .none,
            interaction: .init(number: UInt8(bits >> 11 & 0x7)) ?? .none
        )
        let submissions = Int((bits & CommandWord.submissions) >> 15)
        bits &= UInt64(CommandWord.lastGeneration) << 40 | CommandWord.awake | CommandWord.over
        return (command, submissions)
    }

    mutating func rest() { bits &= ~CommandWord.awake }

    mutating func finish(isSwitchedOff: Bool) {
        _ = take()
        bits |= CommandWord.over
        if isSwitchedOff { bits |= CommandWord.switchedOff }
    }
}
