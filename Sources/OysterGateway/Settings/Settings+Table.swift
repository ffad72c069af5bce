// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Settings {
    /// Every setting of `POST /settings`, in the order of docs/gateway.md.
    static let table: [Setting] = [
        .choice("envelope", \.envelope),
        gate,
        .words("deniedModels", \.deniedModels, expects: "an array of model names") {
            $0.allSatisfy { Model(rawValue: $0) != nil }
        },
        .optionalTime("tokenLifetimeMs", \.tokenLifetime),
        .time("ticketLifetimeMs", \.ticketLifetime),
        .choice("ticketMismatch", \.ticketMismatch),
        .time("worldBuildMs", \.worldBuild),
        worldFailure,
        .flag("worldFailureShown", \.showsWorldFailure),
        .words("moderationWords", \.moderationWords, expects: "an array of non-empty words") {
            $0.allSatisfy { !$0.isEmpty }
        },
        .number(
            "capacityCode",
            \.capacityCode,
            expects: "403007, 403008, 429001, 429002, 500001 or null",
            allows: { [403_007, 403_008, 429_001, 429_002, 500_001].contains($0) }
        ),
        .number(
            "activeTravelLimit",
            \.activeTravelLimit,
            expects: "an integer from 0 to 10000, or null",
            allows: { (0...10_000).contains($0) }
        ),
        .flag("rtcConfigNull", \.rtcConfigIsNull),
        .flag("noStream", \.noStream),
        noStreamAutoEndTimeoutSec,
        .time("initMs", \.initLasts),
        .time("startMs", \.startsAfter),
        .time("pauseConfirmMs", \.pauseConfirm),
        .time("roomTeardownMs", \.roomTeardown),
        .choice("rewindRounding", \.rewindRounding),
        .optionalTime("experienceMs", \.experience),
        .optionalTime("clientVanishedMs", \.clientVanished),
        .flag("durationNull", \.durationIsNull),
        .choice("artifacts", \.artifacts),
        .words(
            "characterActions",
            \.characterActions,
            expects: "an array of dash, jump, crouch, attack",
            allows: { Set($0).isSubset(of: ["dash", "jump", "crouch", "attack"]) }
        ),
        .words(
            "environmentActions",
            \.environmentActions,
            expects: "at most 3 environment action ids",
            allows: { $0.count <= 3 && Set($0).isSubset(of: environment) }
        ),
        .time("firstFrameDelayMs", \.firstFrameDelay),
        .optionalTime("mediaStallMs", \.mediaStall),
        .optionalTime("mediaDropMs", \.mediaDrop),
        .optionalTime("mediaReturnMs", \.mediaReturn),
    ]

    static let environment: Set<String> = [
        "ride_horse", "ride_bicycle", "ride_motorcycle", "enter_exit_car", "open_close_door",
        "take_cover", "car_light", "car_horn",
    ]

    private static let noStreamAutoEndTimeoutSec = Setting(
        name: "noStreamAutoEndTimeoutSec",
        expects: "seconds from 1 to 3600"
    ) {
        .integer($0.noStreamAutoEndTimeout.components.seconds)
    } write: { settings, value in
        guard case .integer(let seconds) = value, (1...3600).contains(seconds) else { return false }
        settings.noStreamAutoEndTimeout = .seconds(seconds)
        return true
    }

    private static let worldFailure = Setting(
        name: "worldFailure",
        expects: "an error code such as WORLD_IMAGE_GENERATION_FAILED, or null"
    ) {
        JSONValue($0.worldFailure)
    } write: { settings, value in
        guard value.isNull || value.stringValue?.isEmpty == false else { return false }
        settings.worldFailure = value.stringValue
        return true
    }

    private static let gate = Setting(
        name: "gate",
        expects: "null, or an object of enabled, minimumVersion, reason, reachable"
    ) {
        guard let gate = $0.gate else { return .null }
        return [
            "enabled": .bool(gate.enabled), "minimumVersion": JSONValue(gate.minimumVersion),
            "reason": JSONValue(gate.reason), "reachable": .bool(gate.reachable),
        ]
    } write: { settings, value in
        if value.isNull {
            settings.gate = nil
            return true
        }
        guard let object = value.objectValue, let gate = Gate(object) else { return false }
        settings.gate = gate
        return true
    }
}

extension Settings.Gate {
    /// Nil when a member is unknown or of the wrong type.
    init?(_ object: JSONObject) {
        self.init()
        for (key, value) in object.members {
            switch (key, value) {
            case ("enabled", .bool(let flag)): enabled = flag
            case ("reachable", .bool(let flag)): reachable = flag
            case ("minimumVersion", .string(let text)): minimumVersion = text
            case ("reason", .string(let text)): reason = text
            case ("minimumVersion", .null), ("reason", .null): break
            default: return nil
            }
        }
    }
}

extension Settings {
    /// Changes the given settings: all of them, or none.
    mutating func apply(_ object: JSONObject) throws(ControlError) {
        var changed = self
        for (key, value) in object.members {
            guard let setting = Self.table.first(where: { $0.name == key }) else {
                throw ControlError("\(key): no such setting")
            }
            guard setting.write(&changed, value) else {
                throw ControlError("\(key): must be \(setting.expects)")
            }
        }
        self = changed
    }

    var json: JSONValue {
        .object(JSONObject(Self.table.map { ($0.name, $0.read(self)) }))
    }
}
