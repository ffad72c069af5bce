// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// A host's hold on one travel: may be used from any thread.
///
/// Operations are handed to the engine's loop; reads come from a snapshot.
package final class Travel: Sendable {
    private let live = LiveObject("Travel")
    /// Unique in the process.
    package let number: UInt64
    package let view: VideoView
    package let audio: AudioBuffer
    package let operations: PendingOperations
    let config: RuntimeConfig
    let delivery: any DeliveryPort
    private let actor: EngineActor
    private let snapshot = Lock(TravelSnapshot())
    private let listeners = Lock<[(id: UInt64, handler: Handler)]>([])
    private let isReleased = Atomic(false)

    package typealias Handler = @Sendable (TravelEvent) -> Void

    /// Most listeners at a time.
    package static let listenerLimit = 64

    init(
        number: UInt64,
        config: RuntimeConfig,
        actor: EngineActor,
        view: VideoView,
        audio: AudioBuffer
    ) {
        self.number = number
        self.config = config
        self.actor = actor
        self.view = view
        self.audio = audio
        delivery = actor.delivery
        operations = PendingOperations(delivery: actor.delivery)
    }

    // MARK: Operations

    @discardableResult package func start(
        maxExperienceTimeSec: Int?,
        _ completion: @escaping OperationCompletion
    ) throws(OysterSDKError) -> OperationID {
        let actor = actor
        return try submit(completion) { operation in
            .start(
                operation,
                maxExperienceTimeSec: maxExperienceTimeSec,
                hasToken: actor.account.token != nil
            )
        }
    }

    @discardableResult package func pause(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        try submit(completion) { .pause($0) }
    }

    @discardableResult package func resume(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        try submit(completion) { .resume($0) }
    }

    @discardableResult package func rewind(
        toSec second: Double,
        _ completion: @escaping OperationCompletion
    ) throws(OysterSDKError) -> OperationID {
        guard second.isFinite, second >= 0 else {
            throw OysterSDKError(
                OysterErrorCode.invalidArgument,
                cause: "the second to rewind to is negative or no number",
                operation: .rewind
            )
        }
        return try submit(completion) { .rewind($0, toSec: second) }
    }

    @discardableResult package func sendInstruct(
        content: String,
        _ completion: @escaping OperationCompletion
    ) throws(OysterSDKError) -> OperationID {
        try InstructionText.check(content)
        return try submit(completion) { .instruct($0, content) }
    }

    @discardableResult package func updateScript(
        _ script: TravelScript,
        _ completion: @escaping OperationCompletion
    ) throws(OysterSDKError) -> OperationID {
        try submit(completion) { .updateScript($0, script) }
    }

    @discardableResult package func end(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        try submit(completion) { .end($0) }
    }

    /// Gives an operation up: its request is called off, nothing is rolled back.
    ///
    /// It completes with 109006 unless it is complete already. The request of end goes on.
    package func cancel(_ operation: OperationID) {
        actor.post(number) { $0.handle(.cancel(operation)) }
    }

    /// Gives the microphone to the host, or takes it back.
    package func setLocalAudio(_ isOn: Bool) {
        actor.post(number) { $0.setLocalAudio(isOn) }
    }

    /// Records the media of this and each later join, or, with nil, no more.
    ///
    /// 109002 for what is no path of a recording, 103001 once the travel is over or ending; what the
    /// stream engine refuses, or fails to write later, is an error event.
    package func record(to path: String?) throws(OysterSDKError) {
        var resolved: String?
        if let path {
            resolved = try RecordingPath.resolve(path, in: actor.dependencies.workingFolder)
        }
        guard !snapshot.withLock({ $0.isEndingOrOver }) else {
            throw OysterSDKError(
                OysterErrorCode.noActiveTravel,
                cause: "record is not possible while the travel ends or is over",
                operation: .record
            )
        }
        let file = resolved
        actor.post(number) { $0.setRecording(file) }
    }

    /// Wakes up the loop for commands; called by the command slot's wakeup, on the loop.
    package func commandsArrived() {
        actor.enter(number) { $0.pumpCommands() }
    }

    private func submit(
        _ completion: @escaping OperationCompletion,
        _ input: @escaping @Sendable (OperationID) -> TravelInput
    ) throws(OysterSDKError) -> OperationID {
        let operation = try operations.register(completion)
        actor.post(number) { $0.handle(input(operation)) }
        return operation
    }

    // MARK: Reading

    package var status: OysterTravelStatus { snapshot.withLock { $0.status } }

    package func can(_ action: OysterAction) -> Bool {
        snapshot.withLock { $0.possible.contains(action) }
    }

    package var info: JSONValue { snapshot.withLock { $0.json } }

    /// Counters; the stream's own figures stand under `stream`.
    package var statistics: JSONValue {
        let (counters, connection) = snapshot.withLock { ($0.counters, $0.connection) }
        var object = counters.json
        let frames = view.counters
        object["framesReceived"] = .integer(Int64(clamping: frames.received))
        object["framesDelivered"] = .integer(Int64(clamping: frames.delivered))
        object["framesDropped"] = .integer(Int64(clamping: frames.dropped))
        object["framesConverted"] = .integer(Int64(clamping: frames.converted))
        let sound = audio.counters
        object["audioChunksReceived"] = .integer(Int64(clamping: sound.received))
        object["audioChunksDelivered"] = .integer(Int64(clamping: sound.delivered))
        object["audioChunksDropped"] = .integer(Int64(clamping: sound.dropped))
        let turn = actor.dependencies.loop.longestTurn
        object["loopLongestTurnUs"] = .integer(turn.wholeMicroseconds)
        object["stream"] = connection?.statistics()
        return .object(object)
    }

    func publish(_ change: (inout TravelSnapshot) -> Void) { snapshot.withLock { change(&$0) } }

    // MARK: Events

    /// Adds a listener; false when there are too many.
    package func addListener(id: UInt64, _ handler: @escaping Handler) -> Bool {
        listeners.withLock { list in
            guard list.count < Travel.listenerLimit else { return false }
            list.append((id, handler))
            return true
        }
    }

    /// Removes a listener; false when there is none of this id.
    package func removeListener(id: UInt64) -> Bool {
        listeners.withLock { list in
            let before = list.count
            list.removeAll { $0.id == id }
            return list.count < before
        }
    }

    /// A failure whose operation nobody waits for is told to the listeners instead.
    package func reportUnhandled(_ result: Result<OysterResult, OysterSDKError>) {
        guard case .failure(let error) = result else { return }
        actor.post(number) { $0.reportUnhandled(error) }
    }

    /// Sends an event to every listener of this time.
    func emit(_ event: TravelEvent) {
        let handlers = listeners.withLock { $0.map(\.handler) }
        guard !handlers.isEmpty else { return }
        let item = DeliveryItem(event.importance, replaces: event.isUpdate ? number : nil) {
            [self] in
            publish { $0.counters.eventsDropped += 1 }
        } run: {
            for handler in handlers { handler(event) }
        }
        delivery.deliver(item)
    }

    // MARK: Release

    /// The host gives its hold back: nobody is told anything more, the server is told to end.
    package func release() {
        guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        listeners.withLock { $0 = [] }
        operations.close()
        view.close()
        audio.close()
        actor.release(number)
    }
}
