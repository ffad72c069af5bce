// SPDX-License-Identifier: Apache-2.0

/// What became of a travel's frames.
package struct FrameCounters: Equatable, Sendable {
    /// Frames that the stream brought.
    package var received: UInt64 = 0
    /// Frames that the host got, each counted once.
    package var delivered: UInt64 = 0
    /// Frames that a newer one replaced, or that nobody wanted.
    package var dropped: UInt64 = 0
    /// Conversions to another pixel format.
    package var converted: UInt64 = 0

    package init() {}
}

/// Decides about the frames of one travel: newest wins.
///
/// Frames that leave the slot are returned, so that the caller lets go of them outside its lock:
/// the last reference runs foreign code.
struct FrameSlot {
    /// How long one acquire makes the host a consumer.
    static let interest: Duration = .seconds(2)

    private(set) var counters = FrameCounters()
    /// Format of the callback, nil without one.
    private(set) var deliveryFormat: PixelFormat?
    private let clock: MediaClock
    private var newest: NumberedFrame?
    /// The newest frame in another format.
    private var conversion: NumberedFrame?
    /// Whether the newest frame waits for the callback.
    private var isPending = false
    /// Whether the host got the newest frame.
    private var isSeen = false
    private var lastAcquire: Duration?
    private var isClosed = false

    init(clock: MediaClock) { self.clock = clock }

    /// What submitting led to.
    struct Submission {
        /// Whether to wake the delivery; it takes until there is nothing to take.
        let wakes: Bool
        /// To be let go of.
        let discarded: [NumberedFrame]
    }

    /// Takes in a frame that just arrived.
    mutating func submit(_ frame: VideoFrame, at now: Duration) -> Submission {
        guard !isClosed else { return Submission(wakes: false, discarded: []) }
        counters.received += 1
        let time = clock.place(frame.presentationTime, arrival: now, on: .picture)
        guard isWanted(at: now) else {
            counters.dropped += 1
            return Submission(wakes: false, discarded: forget())
        }
        let discarded = forget()
        newest = NumberedFrame(
            frame: frame,
            sequence: counters.received,
            receivedAt: now,
            presentationTime: time
        )
        guard deliveryFormat != nil else { return Submission(wakes: false, discarded: discarded) }
        isPending = true
        return Submission(wakes: true, discarded: discarded)
    }

    /// Starts, changes or, with nil, stops delivery to a callback, from the next frame on.
    mutating func setDelivery(_ format: PixelFormat?) {
        guard !isClosed else { return }
        deliveryFormat = format
        if format == nil { isPending = false }
    }

    /// Whether anybody wants frames.
    ///
    /// No makes the kept frame stale, since the stream goes on without us: it is forgotten. A
    /// stream that asks nothing, in a pause, leaves it there.
    mutating func wantsFrames(at now: Duration) -> (answer: Bool, discarded: [NumberedFrame]) {
        isWanted(at: now) ? (true, []) : (false, forget())
    }

    /// Whether a frame waits for the callback.
    var hasPending: Bool { isPending && deliveryFormat != nil }

    /// A frame for the host: the format wanted, and the best there is to make it from.
    struct Hand {
        let format: PixelFormat
        let frame: NumberedFrame
    }

    /// Hands the pending frame to the callback.
    mutating func takeForDelivery() -> Hand? {
        guard isPending, let format = deliveryFormat else { return nil }
        isPending = false
        return hand(format)
    }

    /// Hands the newest frame to a host that asks for it.
    mutating func acquire(_ format: PixelFormat, at now: Duration) -> Hand? {
        guard !isClosed else { return nil }
        lastAcquire = now
        return hand(format)
    }

    /// Keeps a conversion of the newest frame; returns what it replaces.
    mutating func keep(conversion frame: NumberedFrame) -> NumberedFrame? {
        counters.converted += 1
        guard frame.sequence == newest?.sequence else { return nil }
        defer { conversion = frame }
        return conversion
    }

    /// Ends everything: nothing is kept, taken in or wanted any more.
    mutating func close() -> [NumberedFrame] {
        isClosed = true
        deliveryFormat = nil
        lastAcquire = nil
        return forget()
    }

    private func isWanted(at now: Duration) -> Bool {
        if deliveryFormat != nil { return true }
        return lastAcquire.map { now - $0 <= Self.interest } ?? false
    }

    private mutating func hand(_ format: PixelFormat) -> Hand? {
        guard let newest else { return nil }
        if !isSeen { counters.delivered += 1 }
        isSeen = true
        let made = conversion?.frame.format == format ? conversion : nil
        return Hand(format: format, frame: made ?? newest)
    }

    private mutating func forget() -> [NumberedFrame] {
        if newest != nil, !isSeen { counters.dropped += 1 }
        defer {
            newest = nil
            conversion = nil
            isPending = false
            isSeen = false
        }
        return [newest, conversion].compactMap { $0 }
    }
}
