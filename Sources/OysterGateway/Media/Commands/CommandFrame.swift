// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
internal import HappyOysterPlatform

/// One snapshot of a client, as docs/webrtc.md writes it.
package struct CommandFrame: Equatable, Sendable {
    var command: OysterAdventureCommand
    /// An action of the pools in place of an interaction.
    var action: String?
    var sequence: Int64
    /// The client's clock in microseconds, when it told.
    var timeUs: Int64?

    /// Whether it asks for something that happens once.
    var isOneShot: Bool { action != nil || command.interaction != .none }

    /// Why a text is no command.
    package struct Malformed: Error, Equatable {
        let reason: String
    }
}

extension CommandFrame {
    private static let limits: JSONLimits = {
        var limits = JSONLimits()
        limits.bytes = 4096
        limits.depth = 4
        return limits
    }()

    /// The JSON object of a text, nil when it is none.
    package static func object(_ text: String) -> JSONObject? {
        guard let value = try? JSONCodec.parse(Array(text.utf8), limits: limits) else { return nil }
        return value.objectValue
    }

    /// Reads a snapshot; missing values are `None`, and unknown members are for later versions.
    package init(_ object: JSONObject) throws(Malformed) {
        let word = object["interaction"]?.stringValue
        action = word.flatMap { CommandSpelling.actions.contains($0) ? $0 : nil }
        command = OysterAdventureCommand(
            translation: try Self.value(object, "translation", CommandSpelling.translations, .none),
            rotation: try Self.value(object, "rotation", CommandSpelling.rotations, .none)
        )
        if action == nil {
            let spellings = CommandSpelling.interactions
            command.interaction = try Self.value(object, "interaction", spellings, .none)
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
        _ spellings: [String: Value],
        _ missing: Value
    ) throws(Malformed) -> Value {
        guard let value = object[name], !value.isNull else { return missing }
        guard let known = value.stringValue.flatMap({ spellings[$0] }) else {
            throw Malformed(reason: "\(name): no such value")
        }
        return known
    }
}
