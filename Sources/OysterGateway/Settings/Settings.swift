// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The settings that the control port can change.
struct Settings: Equatable, Sendable {
    /// The envelope of successful responses.
    enum Envelope: String, CaseIterable, Sendable {
        case bare = "A"
        case wrapped = "B"
        case wrappedWithoutCode = "C"
    }

    enum Rounding: String, CaseIterable, Sendable {
        case nearest
        case floor
    }

    /// The refusal of a ticket on another model's route.
    enum Mismatch: String, CaseIterable, Sendable {
        case ticket
        case accessDenied
    }

    /// The progress of the videos of a completed travel.
    enum Artifacts: String, CaseIterable, Sendable {
        case ready
        case partial
        case processing
        case none
    }

    /// The feature gate of the SDK.
    struct Gate: Equatable, Sendable {
        var enabled = true
        var minimumVersion: String?
        var reason: String?
        /// False: the connection is closed without a response.
        var reachable = true
    }

    var envelope = Envelope.wrapped
    var gate: Gate?
    var deniedModels: [String] = []

    var tokenLifetime: Duration?
    var ticketLifetime: Duration = .seconds(1800)
    var ticketMismatch = Mismatch.ticket

    var worldBuild: Duration = .seconds(2)
    var worldFailure: String?
    var showsWorldFailure = false
    var moderationWords: [String] = []

    var capacityCode: Int?
    var activeTravelLimit: Int?
    var rtcConfigIsNull = false
    var noStream = false
    var noStreamAutoEndTimeout: Duration = .seconds(30)
    var initLasts: Duration = .milliseconds(20)
    /// Shorter than the loopback stream's time to its first frame, so that the travel runs by then.
    var startsAfter: Duration = .milliseconds(40)
    var pauseConfirm: Duration = .seconds(3)
    var roomTeardown: Duration = .milliseconds(2500)
    var rewindRounding = Rounding.nearest
    var experience: Duration?
    var clientVanished: Duration? = .seconds(30)
    var durationIsNull = false
    var artifacts = Artifacts.ready
    var characterActions = ["dash", "jump"]
    var environmentActions = ["enter_exit_car", "car_horn"]

    // See `MediaFaults`.
    var firstFrameDelay: Duration = .zero
    var mediaStall: Duration?
    var mediaDrop: Duration?
    var mediaReturn: Duration?
}

extension Settings {
    /// Refuses texts that contain a moderated word.
    func moderate(_ texts: [String?]) throws(Refusal) {
        for text in texts.compactMap({ $0?.lowercased() }) {
            for word in moderationWords where text.contains(word.lowercased()) {
                throw .moderated
            }
        }
    }

    func moderate(acts: [JSONValue]) throws(Refusal) {
        try moderate(acts.map { $0["content"]?.stringValue })
    }
}
