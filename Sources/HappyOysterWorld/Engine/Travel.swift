// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// One travel as a host uses it, from any thread.
///
/// Operations run on the engine's loop; properties are read from the published snapshot.
package final class Travel: Sendable {
    private let live = LiveObject("Travel")
    /// Unique in the process.
    package let number: UInt64
    package let view: VideoView
    package let audio: AudioBuffer
    package let operations: PendingOperations
    let config: RuntimeConfig
    let delivery: any CallbackDelivery
    private let actor: EngineActor
    private let published = Lock(PublishedTravel())
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
        operations = PendingOperations(delivery: actor.delivery, owner: "travel")
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
                hasToken: actor.tokens.token != nil
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

    /// Cancels an operation and its request; nothing is rolled back.
    ///
    /// The operation completes with 109006 unless it is complete. The request of end continues.
    package func cancel(_ operation: OperationID) {
        actor.post(number) { $0.handle(.cancel(operation)) }
    }

    /// Switches the microphone on or off.
    package func setLocalAudio(_ isOn: Bool) {
        actor.post(number) { $0.setLocalAudio(isOn) }
    }

    /// Records the media of this and each later join; nil stops the recording.
    ///
    /// Throws 109002 for an invalid path, 103001 once the travel is ending or over. A refusal by the
    /// stream engine and a failed write are error events.
    package func record(to path: String?) throws(OysterSDKError) {
        var resolved: String?
        if let path {
            resolved = try RecordingPath.resolve(path, in: actor.dependencies.workingFolder)
        }
        guard !published.withLock({ $0.snapshot.isEndingOrOver }) else {
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

    package var status: OysterTravelStatus { published.withLock { $0.snapshot.status } }

    package func can(_ action: OysterAction) -> Bool {
        published.withLock { $0.snapshot.can(action) }
    }

    package var info: JSONValue { published.withLock { $0.json } }

    /// The counters of the travel; the member `stream` has the stats of the stream engine.
    package var statistics: JSONValue {
        let (counted, connection) = published.withLock { ($0.counters, $0.connection) }
        var counters = counted
        let sentOrRefused = counters.commandsSent + counters.commandsRefused
        counters.commandsMerged = max(0, counters.commandsSubmitted - sentOrRefused)
        let frames = view.counters
        counters.framesReceived = Int(clamping: frames.received)
        counters.framesDelivered = Int(clamping: frames.delivered)
        counters.framesDropped = Int(clamping: frames.dropped)
        counters.framesConverted = Int(clamping: frames.converted)
        let chunks = audio.counters
        counters.audioChunksReceived = Int(clamping: chunks.received)
        counters.audioChunksDelivered = Int(clamping: chunks.delivered)
        counters.audioChunksDropped = Int(clamping: chunks.dropped)
        let turn = actor.dependencies.loop.longestTurn
        counters.loopLongestTurnUs = Int(clamping: turn.wholeMicroseconds)
        var object = counters.json
        object["stream"] = connection?.statistics()
        return .object(object)
    }

    func publish(_ change: (inout PublishedTravel) -> Void) { published.withLock { change(&$0) } }

    // MARK: Events

    /// Adds a listener; false when there are too many.
    package func addListener(id: UInt64, _ handler: @escaping Handler) -> Bool {
        listeners.withLock { list in
            guard list.count < Travel.listenerLimit else { return false }
            list.append((id, handler))
            return true
        }
    }

    /// Removes a listener; false when no listener has this id.
    package func removeListener(id: UInt64) -> Bool {
        listeners.withLock { list in
            let before = list.count
            list.removeAll { $0.id == id }
            return list.count < before
        }
    }

    /// Reports the failure of an operation without a completion handler to the listeners.
    package func reportUnhandled(_ result: Result<OperationResult, OysterSDKError>) {
        guard case .failure(let error) = result else { return }
        actor.post(number) { $0.reportUnhandled(error) }
    }

    /// Sends an event to every listener that is registered when it is emitted.
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

    /// Releases the travel: no event follows, and the server is asked to end it.
    package func release() {
        guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        listeners.withLock { $0 = [] }
        operations.close()
        view.close()
        audio.close()
        actor.release(number)
    }
}
