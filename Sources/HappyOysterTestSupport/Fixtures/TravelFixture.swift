// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterStream
package import HappyOysterWorld
import Synchronization

/// A travel of an ``EngineFixture``: records its events and drives it through its statuses.
package final class TravelFixture: Sendable {
    package static let id = "u9XcR4eLpZ2mQw7VbN1tKs6JyHd0GfAo3SiUrE8WqTx"

    package let core: Travel
    package let commandSlot: CommandSlot
    package let fixture: EngineFixture
    private let recorded = Mutex<[TravelEvent]>([])

    init(_ fixture: EngineFixture, core: Travel, commandSlot: CommandSlot) {
        self.fixture = fixture
        self.core = core
        self.commandSlot = commandSlot
    }

    package var generation: UInt32 { UInt32(truncatingIfNeeded: core.number) }

    func record(_ event: TravelEvent) { recorded.withLock { $0.append(event) } }

    // MARK: Events

    package var events: [TravelEvent] { recorded.withLock { $0 } }

    /// The statuses of the events, in order.
    package var statuses: [OysterTravelStatus] {
        events.compactMap { event in
            if case .statusChanged(let status) = event.notice { status } else { nil }
        }
    }

    /// The errors of the events, in order.
    package var errors: [OysterSDKError] {
        events.compactMap { event in
            if case .error(let error) = event.notice { error } else { nil }
        }
    }

    // MARK: Operations

    package func start(maxExperienceTimeSec: Int? = nil) throws -> Outcome {
        try operate { try core.start(maxExperienceTimeSec: maxExperienceTimeSec, $0) }
    }

    package func pause() throws -> Outcome { try operate { try core.pause($0) } }

    package func resume() throws -> Outcome { try operate { try core.resume($0) } }

    package func rewind(_ second: Double) throws -> Outcome {
        try operate { try core.rewind(toSec: second, $0) }
    }

    package func instruct(_ text: String) throws -> Outcome {
        try operate { try core.sendInstruct(content: text, $0) }
    }

    package func end() throws -> Outcome { try operate { try core.end($0) } }

    private func operate(_ submit: (@escaping OperationCompletion) throws -> Void) throws
        -> Outcome
    {
        let outcome = Outcome()
        try submit { outcome.take($0) }
        fixture.loop.run()
        return outcome
    }

    package func command(
        _ translation: OysterAdventureCommand.Translation = .none,
        act: OysterAdventureCommand.Interaction = .none
    ) {
        let command = OysterAdventureCommand(translation: translation, interaction: act)
        _ = commandSlot.submit(command, generation: generation)
        fixture.loop.run()
    }

    // MARK: Driving

    package var connection: ScriptedConnection? { fixture.streams.connections.last }

    /// Reports that the stream is joined and has its first frame.
    package func showFirstFrame() {
        connection?.sink.stateChanged(.connected)
        connection?.sink.firstFrameArrived()
        fixture.loop.run()
    }

    /// Starts and drives the travel to `running`.
    @discardableResult package func run(scriptlist: Bool = false) throws -> Outcome {
        let outcome = try start()
        fixture.answer(
            "travels/enter-travel",
            TravelFixture.entry(fixture.mode, scriptlist: scriptlist)
        )
        showFirstFrame()
        return outcome
    }

    /// Drives a running travel to `paused`.
    @discardableResult package func runPause() throws -> Outcome {
        let outcome = try pause()
        fixture.answer(
            "travels/pause",
            ["encryptedTravelId": .string(TravelFixture.id), "status": "paused"]
        )
        // A poll that was sent before the pause does not confirm it.
        if !fixture.transport.waiting(at: "travels/status").isEmpty { fixture.poll("running") }
        fixture.poll("paused")
        return outcome
    }

    /// Data of enter-travel.
    package static func entry(
        _ mode: OysterModeValue,
        scriptlist: Bool = false,
        noStreamSec: Int = 30
    ) -> JSONValue {
        let versions = ["adventure": "wanderV2", "directing": "storyV2", "acting": "actingV2"]
        return [
            "encryptedTravelId": .string(id),
            "encryptedWorldId": "Jk3vQ0rYw8Zt1LmXn5BcHs7DfGaPe2UiOoKy4TqRzN0",
            "mode": .integer(Int64(mode.number)),
            "creationModel": scriptlist ? "scriptlist" : "simple",
            "playUrl": nil,
            "firstFrame": "https://cdn.example.test/f/one.jpg",
            "rtcConfig": [
                "channelId": "stream_7d21f0", "appId": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
                "token": "rtc-token-sample", "userId": "user_1",
            ],
            "version": JSONValue(versions[mode.rawValue]),
            "aspectRatio": mode == .acting ? "9:16" : nil,
            "noStreamAutoEndTimeoutSec": JSONValue(noStreamSec),
            "maxExperienceTimeSec": mode == .adventure ? 60 : nil,
        ]
    }
}
