// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform

extension Settings {
    private typealias Item = Member<Settings>

    /// Times up to one day, in milliseconds.
    private static let times: ClosedRange<Int64> = 0...86_400_000

    /// All settings.
    static let table: [Member<Settings>] = access + worlds + travels + lifecycle + media

    private static let access: [Item] = [
        Item(
            "envelope",
            \.envelope,
            .choice,
            "`A` bare, `B` wrapped, `C` wrapped without code (errors use B)."
        ),
        Item("gate", \.gate, optional: .gate, "The feature gate, see above; null for none."),
        Item(
            "deniedModels",
            \.deniedModels,
            .texts("an array of model names") { $0.allSatisfy { Model(rawValue: $0) != nil } },
            "Models that respond with 403 `AccessDenied`."
        ),
        Item(
            "tokenLifetimeMs",
            \.tokenLifetime,
            optional: .milliseconds(times),
            "Lifetime of new tokens, instead of the requested one."
        ),
        Item(
            "ticketLifetimeMs",
            \.ticketLifetime,
            .milliseconds(times),
            "Lifetime of new tickets."
        ),
        Item(
            "ticketMismatch",
            \.ticketMismatch,
            .choice,
            "Refusal of a ticket on another model's route: `ticket` 401010, `accessDenied` 403."
        ),
    ]

    private static let worlds: [Item] = [
        Item("worldBuildMs", \.worldBuild, .milliseconds(times), "Build time of worlds."),
        Item(
            "worldFailure",
            \.worldFailure,
            optional: .text("an error code such as WORLD_IMAGE_GENERATION_FAILED") { !$0.isEmpty },
            "Error code with which new worlds fail."
        ),
        Item(
            "worldFailureShown",
            \.showsWorldFailure,
            .flag,
            "Whether build-status reports `worldFailure`."
        ),
        Item(
            "moderationWords",
            \.moderationWords,
            .texts("an array of non-empty words") { $0.allSatisfy { !$0.isEmpty } },
            "Words, in any case, that are refused with 403004 in prompts, scripts and instructions."
        ),
    ]

    private static let travels: [Item] = [
        Item(
            "capacityCode",
            \.capacityCode,
            optional: .integer(of: [403_007, 403_008, 429_001, 429_002, 500_001]),
            "Code that refuses enter-travel; 403007 and 403008 also refuse worlds and tickets."
        ),
        Item(
            "activeTravelLimit",
            \.activeTravelLimit,
            optional: .integer(0...10_000),
            "Most active travels; one more is refused with 429001."
        ),
        Item("rtcConfigNull", \.rtcConfigIsNull, .flag, "enter-travel returns `rtcConfig: null`."),
        Item(
            "noStream",
            \.noStream,
            .flag,
            "Travels stay `pending`. With media, clients can join but get no frames."
        ),
        Item(
            "noStreamAutoEndTimeoutSec",
            \.noStreamAutoEndTimeout,
            .seconds(1...3600),
            "The value that enter-travel returns."
        ),
        Item("durationNull", \.durationIsNull, .flag, "`durationSec` is null."),
        Item(
            "artifacts",
            \.artifacts,
            .choice,
            "Progress of the videos of a completed travel; `none` is 404000."
        ),
        Item(
            "characterActions",
            \.characterActions,
            .texts("an array of dash, jump, crouch, attack") {
                Set($0).isSubset(of: ["dash", "jump", "crouch", "attack"])
            },
            "Action pool of running adventures."
        ),
        Item(
            "environmentActions",
            \.environmentActions,
            .texts("at most 3 environment action ids") {
                $0.count <= 3 && Set($0).isSubset(of: environment)
            },
            "Action pool of running adventures."
        ),
    ]

    private static let lifecycle: [Item] = [
        Item("initMs", \.initLasts, .milliseconds(times), "Time from creation until `pending`."),
        Item("startMs", \.startsAfter, .milliseconds(times), "Time from creation until `running`."),
        Item(
            "pauseConfirmMs",
            \.pauseConfirm,
            .milliseconds(times),
            "Time from an accepted pause until `paused`."
        ),
        Item(
            "roomTeardownMs",
            \.roomTeardown,
            .milliseconds(times),
            "Time from `paused` until the old room is torn down."
        ),
        Item(
            "rewindRounding",
            \.rewindRounding,
            .choice,
            "Rounding of the rewind target to a block of 4 s."
        ),
        Item(
            "experienceMs",
            \.experience,
            optional: .milliseconds(times),
            "Playing time of adventures, instead of `maxExperienceTimeSec`."
        ),
        Item(
            "clientVanishedMs",
            \.clientVanished,
            optional: .milliseconds(times),
            "Running time without a poll after which a travel completes; null for unlimited."
        ),
    ]

    // See `MediaFaults`.
    private static let media: [Item] = [
        Item(
            "firstFrameDelayMs",
            \.firstFrameDelay,
            .milliseconds(times),
            "Time from a viewer's connection until its first frame."
        ),
        Item(
            "mediaStallMs",
            \.mediaStall,
            optional: .milliseconds(times),
            "Playing time from which no frames are sent; clients stay connected."
        ),
        Item(
            "mediaDropMs",
            \.mediaDrop,
            optional: .milliseconds(times),
            "Playing time from which clients are disconnected, and signalling responds with 503."
        ),
        Item(
            "mediaReturnMs",
            \.mediaReturn,
            optional: .milliseconds(times),
            "Duration of a stall or drop in playing time; null for unlimited."
        ),
    ]

    /// The ids of environment actions.
    ///
    /// Source: Open API.
    static let environment: Set<String> = [
        "ride_horse", "ride_bicycle", "ride_motorcycle", "enter_exit_car", "open_close_door",
        "take_cover", "car_light", "car_horn",
    ]
}

extension Settings.Gate {
    fileprivate static let table: [Member<Settings.Gate>] = [
        Member("enabled", \.enabled, .flag, "Whether the SDK may be used."),
        Member("minimumVersion", \.minimumVersion, optional: .text, "Least version of the SDK."),
        Member("reason", \.reason, optional: .text, "A text for the user."),
        Member("reachable", \.reachable, .flag, "Whether the route responds."),
    ]

    fileprivate var json: JSONValue {
        .object(JSONObject(Self.table.map { ($0.name, $0.read(self) ?? .null) }))
    }

    /// Nil when a member is unknown or has the wrong type.
    fileprivate init?(_ object: JSONObject) {
        self.init()
        do throws(ControlError) {
            try Member.write(object, to: &self, by: Self.table, "member of a gate")
        } catch {
            return nil
        }
    }
}

extension ValueFormat<Settings.Gate> {
    fileprivate static var gate: Self {
        let names = Settings.Gate.table.map(\.name).joined(separator: ", ")
        return Self(expects: "an object of \(names)") {
            $0.json
        } decode: {
            $0.objectValue.flatMap { Settings.Gate($0) }
        }
    }
}

extension Settings {
    /// Changes the given settings.
    ///
    /// If one is invalid, none is changed.
    mutating func apply(_ object: JSONObject) throws(ControlError) {
        var changed = self
        try Member.write(object, to: &changed, by: Self.table, "setting")
        self = changed
    }

    var json: JSONValue {
        .object(JSONObject(Self.table.map { ($0.name, $0.read(self) ?? .null) }))
    }

    /// The table of docs/gateway.md.
    static var documentation: String {
        let rows = table.map { member in
            let standard = member.read(Settings()).flatMap { JSONCodec.print($0) } ?? "null"
            return "| `\(member.name)` | \(member.expects) | `\(standard)` | \(member.meaning) |"
        }
        return (["| Setting | Value | Default | Meaning |", "| --- | --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }
}
