// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// A waiting command and the state of its mailbox, in 64 bits.
///
/// Bits: 0 command, 1 flush, 2 awake, 3–6 translation, 7–10 rotation, 11–13 interaction,
/// 14–29 merged submissions, 30 over, 32–63 generation.
struct CommandWord {
    private(set) var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(generation: UInt32) { bits = UInt64(generation) << 32 }

    var generation: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
    var hasCommand: Bool { field(0, 1) != 0 }
    var isFlushRequested: Bool { field(1, 1) != 0 }

    /// The loop will look by itself: no bell needed.
    var isAwake: Bool {
        get { field(2, 1) != 0 }
        set { set(2, 1, newValue ? 1 : 0) }
    }

    /// The travel is over: nothing is taken any more.
    var isOver: Bool {
        get { field(30, 1) != 0 }
        set { set(30, 1, newValue ? 1 : 0) }
    }

    /// Puts a submission in; tells whether the loop must be woken.
    mutating func merge(_ command: OysterAdventureCommand) -> Bool {
        set(3, 4, UInt64(command.translation.rawValue))
        set(7, 4, UInt64(command.rotation.rawValue))
        // One-shots are sticky: only another one replaces them.
        if command.interaction != .none || !hasCommand {
            set(11, 3, UInt64(command.interaction.rawValue))
        }
        let merged = field(14, 16)
        set(14, 16, min(merged + 1, 0xFFFF))
        set(0, 1, 1)
        let mustWake = !isAwake
        isAwake = true
        return mustWake
    }

    /// Asks for the waiting command now; tells whether the loop must be woken.
    mutating func requestFlush() -> Bool {
        guard hasCommand, !isFlushRequested else { return false }
        set(1, 1, 1)
        return true
    }

    /// Takes the command out.
    mutating func take() -> (command: OysterAdventureCommand, submissions: Int)? {
        guard hasCommand else { return nil }
        let command = OysterAdventureCommand(
            translation: .init(rawValue: UInt8(field(3, 4))) ?? .none,
            rotation: .init(rawValue: UInt8(field(7, 4))) ?? .none,
            interaction: .init(rawValue: UInt8(field(11, 3))) ?? .none
        )
        let submissions = Int(field(14, 16))
        bits &= 0xFFFF_FFFF_0000_0000 | 0b100
        return (command, submissions)
    }

    private func field(_ shift: UInt64, _ width: UInt64) -> UInt64 {
        (bits >> shift) & ((1 << width) - 1)
    }

    private mutating func set(_ shift: UInt64, _ width: UInt64, _ value: UInt64) {
        let mask: UInt64 = ((1 << width) - 1) << shift
        bits = (bits & ~mask) | ((value << shift) & mask)
    }
}
