// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// The travel's media: joining, leaving, and what the stream tells.
extension TravelDriver {
    /// Loads the stream engine and learns whether it can run; bounded by the machine's timer.
    ///
    /// A shutdown waits for it: code of an adapter runs.
    func prepareStream() {
        let (actor, number, ends) = (actor, travel.number, dependencies.ends)
        ends.begin()
        dependencies.streams.prepare(travel.config) { result in
            actor.post(number) { $0.streamPrepared(result) }
            ends.finish()
        }
    }

    private func streamPrepared(_ result: Result<StreamSelection, OysterSDKError>) {
        switch result {
        case .success(let selection):
            streamSelection = selection
            handle(.streamPrepared(nil))
        case .failure(let error): handle(.streamPrepared(error.redacted(by: redactor)))
        }
    }

    func join(_ answer: EnterTravelAnswer) {
        guard let rtcConfig = answer.rtcConfig else { return }
        let request = StreamJoin(
            rtcConfig: rtcConfig,
            travelId: answer.travel.encryptedTravelId,
            mode: answer.travel.mode,
            aspectRatio: answer.travel.aspectRatio,
            timeout: travel.config.callbackTimeout,
            playsAudio: travel.config.playsAudio
        )
        let join = stream.beginJoin()
        // Before the operation completes, so that no host acts on an earlier picture.
        travel.view.begin(join: join)
        travel.audio.begin(join: join)
        let sink = TravelSink(driver: self, join: join)
        do {
            let (engine, warning) = try selectEngine(for: rtcConfig)
            if let warning {
                let text = "travel \(travel.number): \(redactor.redact(warning))"
                dependencies.log.log(.warning, .stream, text)
            }
            let connection = try engine.join(request, sink: sink)
            stream.joined(connection, engineName: engine.name, sink: sink)
            connection.travelStatusChanged(machine.status)
            if let file = recording.nextFile() { record(to: file, by: connection) }
        } catch {
            stream.joinRefused()
            let refusal = error.redacted(by: redactor)
            let (actor, number) = (actor, travel.number)
            // Not from within the machine's own action.
            dependencies.loop.run { actor.enter(number) { $0.handle(.joinRefused(refusal)) } }
        }
    }

    private func selectEngine(for rtcConfig: JSONValue) throws(OysterSDKError) -> (
        engine: any StreamEngine, warning: String?
    ) {
        guard let streamSelection else {
            throw OysterSDKError.streamEngine("the stream engine was not prepared")
        }
        return try streamSelection.engine(for: rtcConfig)
    }

    func leave() {
        travel.view.leave()
        travel.audio.leave()
        stream.leave()
    }

    /// Something the stream said; a word of an earlier join is not heard.
    func heard(_ input: TravelInput, join: UInt64) {
        if stream.isCurrent(join) { handle(input) }
    }

    func streamClosed(join: UInt64) { stream.closed(join) }

    /// Records from now on and after each rejoin, or, with nil, no more.
    func setRecording(_ path: String?) {
        guard !machine.isEndingOrOver else { return }
        recording.set(path)
        if let connection = stream.connection {
            record(to: recording.nextFile(), by: connection)
        }
    }

    /// A stream that cannot is no reason to end the travel.
    private func record(to file: String?, by connection: any StreamConnection) {
        do throws(OysterSDKError) {
            try connection.record(to: file)
        } catch {
            guard recording.fail() else { return }
            emit(.error(error.redacted(by: redactor).during(.record)))
        }
    }

    /// A file that a stream engine could not write, or not any more; heard once per file.
    func recordingFailed(_ reason: String) {
        guard !isOver, recording.fail() else { return }
        emit(.error(OysterSDKError.recording(reason).during(.record)))
    }

    func setLocalAudio(_ isOn: Bool) {
        stream.isLocalAudioOn = isOn
        stream.connection?.setLocalAudio(isOn)
    }
}

/// The connection of a travel, one after the other.
struct StreamSlot {
    private(set) var connection: (any StreamConnection)?
    private(set) var engineName: String?
    private var sink: TravelSink?
    private var currentJoin: UInt64 = 0
    /// Joins that have not said `closed`.
    private var open: Set<UInt64> = []
    /// What the host last said of the microphone; nil leaves it to the stream engine.
    var isLocalAudioOn: Bool?

    var isClosed: Bool { open.isEmpty }

    mutating func beginJoin() -> UInt64 {
        currentJoin += 1
        return currentJoin
    }

    func isCurrent(_ join: UInt64) -> Bool { join == currentJoin && sink != nil }

    mutating func joined(_ connection: any StreamConnection, engineName: String, sink: TravelSink) {
        self.connection = connection
        self.engineName = engineName
        self.sink = sink
        open.insert(currentJoin)
        if let isLocalAudioOn { connection.setLocalAudio(isLocalAudioOn) }
    }

    mutating func joinRefused() { sink = nil }

    mutating func leave() {
        sink?.mute()
        sink = nil
        connection?.leave()
        connection = nil
    }

    mutating func closed(_ join: UInt64) { open.remove(join) }
}
