// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// The travel's media: joining, leaving, and the reports of the stream engine.
extension TravelDriver {
    /// Loads the stream engine and checks whether it can run; the machine's timer bounds the time.
    ///
    /// A shutdown waits for the result, because code of an adapter runs until then.
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
        // Before the operation completes, so that no host reacts to a frame of an earlier join.
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
            // In a later job: the machine is handling an input now.
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

    /// Passes a report of the stream engine to the machine, unless it belongs to an earlier join.
    func received(_ input: TravelInput, join: UInt64) {
        if stream.isCurrent(join) { handle(input) }
    }

    func streamClosed(join: UInt64) { stream.closed(join) }

    /// Records from now on and after each rejoin; nil stops the recording.
    func setRecording(_ path: String?) {
        guard !machine.snapshot.isEndingOrOver else { return }
        recording.set(path)
        if let connection = stream.connection {
            record(to: recording.nextFile(), by: connection)
        }
    }

    /// Starts or stops a recording; a failure is an error event and does not end the travel.
    private func record(to file: String?, by connection: any StreamConnection) {
        do throws(OysterSDKError) {
            try connection.record(to: file)
        } catch {
            guard recording.fail() else { return }
            emit(.error(error.redacted(by: redactor).during(.record)))
        }
    }

    /// Reports that a stream engine failed to write a recording; once per file.
    func recordingFailed(_ reason: String) {
        guard !isOver, recording.fail() else { return }
        emit(.error(OysterSDKError.recording(reason).during(.record)))
    }

    func setLocalAudio(_ isOn: Bool) {
        stream.isLocalAudioOn = isOn
        stream.connection?.setLocalAudio(isOn)
    }
}

/// The current stream connection of a travel.
struct StreamSlot {
    private(set) var connection: (any StreamConnection)?
    private(set) var engineName: String?
    private var sink: TravelSink?
    private var currentJoin: UInt64 = 0
    /// Joins whose connection has not reported `closed`.
    private var open: Set<UInt64> = []
    /// The host's newest setting of the microphone; nil leaves it to the stream engine.
    var isLocalAudioOn: Bool?

    var isClosed: Bool { open.isEmpty }

    /// The oldest signalling request without an answer.
    var pendingRequest: String? { sink?.pendingRequest }

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
