// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
internal import HappyOysterPlatform

/// One command snapshot in the format of docs/webrtc.md.
package struct CommandFrame: Equatable, Sendable {
    var command: OysterAdventureCommand
    /// An action of the action pools in place of an interaction.
    var action: String?
    var sequence: Int64
    /// The client's clock in microseconds, nil when absent.
    var timeUs: Int64?

    /// Whether it contains a one-shot.
    var isOneShot: Bool { action != nil || command.interaction != .none }

    /// An error of a malformed command.
    package struct Malformed: Error, Equatable {
        let reason: String
    }
}

extension CommandFrame {
    private typealias Command = OysterAdventureCommand

    private static let limits: JSONLimits = {
        var limits = JSONLimits()
        limits.bytes = 4096
        limits.depth = 4
        return limits
    }()

    /// The actions of the pools that are no interaction; clients send them as `interaction`.
    static let actions = Settings.environment.union(["dash"])

    /// The JSON object of a text, nil when it is not one.
    package static func object(_ text: String) -> JSONObject? {
        guard let value = try? JSONCodec.parse(Array(text.utf8), limits: limits) else { return nil }
        return value.objectValue
    }

    /// Reads a snapshot.
    ///
    /// A missing value is `None`; unknown members are ignored.
    ///
    /// It is not known which of the clients' spellings the platform uses, so that all are accepted.
    package init(_ object: JSONObject) throws(Malformed) {
        let word = object["interaction"]?.stringValue
        action = word.flatMap { Self.actions.contains($0) ? $0 : nil }
        command = OysterAdventureCommand(
            translation: try Self.value(object, "translation", Command.Translation.init(wire:))
                ?? .none,
            rotation: try Self.value(object, "rotation", Command.Rotation.init(wire:)) ?? .none
        )
        if action == nil {
            command.interaction =
                try Self.value(object, "interaction", Command.Interaction.init(wire:)) ?? .none
        }
        guard let sequence = object["sequence"]?.integerValue, sequence > 0 else {
            throw Malformed(reason: "sequence: must be an integer from 1")
        }
        self.sequence = sequence
        if let time = object["timeUs"], !time.isNull {
            guard let number = time.integerValue, number >= 0 else {
                throw Malformed(reason: "timeUs: must be an integer from 0")
            }
            timeUs = number
        }
    }

    private static func value<Value>(
        _ object: JSONObject,
        _ name: String,
        _ parse: (String) -> Value?
    ) throws(Malformed) -> Value? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let known = value.stringValue.flatMap(parse) else {
            throw Malformed(reason: "\(name): no such value")
        }
        return known
    }
}
