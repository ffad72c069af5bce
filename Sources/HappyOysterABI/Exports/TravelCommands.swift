// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// See `control.h`.
@_cdecl("oyster_travel_send_command") @implementation
public func oyster_travel_send_command(
    _ travel: OpaquePointer?,
    _ translation: oyster_translation,
    _ rotation: oyster_rotation,
    _ interaction: oyster_interaction
) -> oyster_result {
    guard let (commandSlot, generation) = findCommandSlot(travel) else { return explainMissing() }
    return commandSlot._withUnsafeGuaranteedRef { commandSlot in
        let outcome = commandSlot.submit(
            translation: translation.rawValue,
            rotation: rotation.rawValue,
            interaction: interaction.rawValue,
            generation: generation
        )
        return outcome == .invalid ? refuse(translation, rotation) : answer(outcome)
    }
}

/// See `control.h`.
@_cdecl("oyster_travel_flush_commands") @implementation
public func oyster_travel_flush_commands(_ travel: OpaquePointer?) -> oyster_result {
    guard let (commandSlot, generation) = findCommandSlot(travel) else { return explainMissing() }
    return commandSlot._withUnsafeGuaranteedRef { answer($0.flush(generation: generation)) }
}

/// The command slot of a travel's handle, without a lock; the slot refuses another generation.
@inline(__always) private func findCommandSlot(_ travel: OpaquePointer?)
    -> (Unmanaged<CommandSlot>, UInt32)?
{
    guard !ForkGuard.isForked, let handle = Handle(travel), handle.kind == .travel,
        let commandSlot = Library.commandSlots.slot(at: handle.index)
    else { return nil }
    return (commandSlot, handle.generation)
}

@inline(__always) private func answer(_ outcome: CommandSlot.Outcome) -> oyster_result {
    switch outcome {
    case .taken: 0
    case .over: oyster_result(OysterErrorCode.noActiveTravel)
    case .switchedOff: oyster_result(OysterErrorCode.featureGateDisabled)
    case .invalid: oyster_result(OysterErrorCode.invalidArgument)
    case .stale: explainMissing()
    }
}

/// Logs which number is out of range; apart from a submission, which allocates no memory.
@inline(never) private func refuse(
    _ translation: oyster_translation,
    _ rotation: oyster_rotation
) -> oyster_result {
    CBoundary.call("oyster_travel_send_command") { () throws(OysterSDKError) in
        typealias Command = OysterAdventureCommand
        try CBoundary.check(translation.rawValue, "translation", Command.Translation.numbers)
        try CBoundary.check(rotation.rawValue, "rotation", Command.Rotation.numbers)
        throw CBoundary.outside("interaction", Command.Interaction.numbers)
    }
}

private func explainMissing() -> oyster_result {
    let refusal = CBoundary.call {}
    return refusal == 0 ? oyster_result(OysterErrorCode.invalidHandle) : refusal
}
