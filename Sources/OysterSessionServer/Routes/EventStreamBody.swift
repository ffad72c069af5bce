// SPDX-License-Identifier: Apache-2.0

/// The body of an event stream: takes events from the store while the client can receive them.
///
/// It holds the text of a few events only. The others wait in the store, which limits them.
final class EventStreamBody: BodySource {
    /// How many events are taken at once, and of how many bytes.
    private static let batch = (count: 32, bytes: 32 << 10)

    /// What the body needs of the server.
    protocol Owner: AnyObject {
        /// The next events of an event stream.
        func take(_ stream: EventStreamID, count: Int, bytes: Int) -> [WaitingEvent]
        /// The body has ended.
        func closed(_ body: EventStreamBody)
    }

    let stream: EventStreamID
    let exchange: HTTPExchange
    private let epoch: String
    private unowned let owner: any Owner
    private var text: [UInt8]
    private var sent = 0
    private var needsHeartbeat = false
    private var isEnding = false
    private var last: [WaitingEvent] = []

    init(_ opened: OpenedEventStream, _ exchange: HTTPExchange, _ owner: any Owner) {
        stream = opened.stream
        epoch = opened.epoch
        self.exchange = exchange
        self.owner = owner
        text = EventText.hello(opened)
    }

    /// Sends a comment line after what is being sent.
    func sendHeartbeat() {
        needsHeartbeat = true
        exchange.wake()
    }

    /// Ends the body after these events.
    func end(after events: [WaitingEvent]) {
        last = events
        isEnding = true
        exchange.wake()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyProgress {
        if sent == text.count { refill() }
        let count = min(buffer.count, text.count - sent)
        guard count > 0 else { return isEnding ? .end : .wait }
        text.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<(sent + count)]))
        }
        sent += count
        return .bytes(count)
    }

    func close() { owner.closed(self) }

    private func refill() {
        text.removeAll(keepingCapacity: text.capacity < 128 << 10)
        sent = 0
        var events = last
        last = []
        if !isEnding {
            events = owner.take(stream, count: Self.batch.count, bytes: Self.batch.bytes)
        }
        for event in events { text += EventText.text(of: event, epoch: epoch) }
        if needsHeartbeat, !isEnding {
            text += EventText.heartbeat
            needsHeartbeat = false
        }
    }
}
