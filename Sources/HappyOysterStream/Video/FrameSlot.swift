// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

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
    /// How long one acquire makes the host a consumer, and how long a frame may wait for a host
    /// that watches the descriptor.
    static let interest: Duration = .seconds(2)

    private(set) var counters = FrameCounters()
    /// Format of the callback, nil without one.
    private(set) var deliveryFormat: PixelFormat?
    private let clock: MediaClock
    /// The join whose frames are taken in; those of earlier joins are refused.
    private var join: UInt64 = 0
    /// Whether that join was left: it brings nothing more, and its last frame stays.
    private var hasLeft = false
    private var newest: NumberedFrame?
    /// The newest frame in another format.
    private var conversion: NumberedFrame?
    /// Whether the newest frame waits for the callback.
    private var isPending = false
    /// Whether the host got the newest frame.
    private var isSeen = false
    /// Whether the stream went on without us after the newest frame: the host does not get it.
    private var isPassedBy = false
    /// Since when a frame waits to be acquired.
    private var waitingSince: Duration?
    private var lastAcquire: Duration?
    /// Threads of the host that wait for a frame.
    private var waiters = 0
    private var readiness = Readiness()
    /// Whether no frame will come any more.
    private var isOver = false
    private(set) var isClosed = false

    init(clock: MediaClock) { self.clock = clock }

    /// What submitting led to.
    struct Submission {
        /// Whether to wake the delivery; it takes until there is nothing to take.
        let wakes: Bool
        /// To be let go of.
        let discarded: [NumberedFrame]
    }

    // MARK: The stream's side

    /// Begins a join: whatever an earlier one brought or brings is not handed out from now on.
    mutating func begin(join: UInt64) -> [NumberedFrame] {
        guard !isClosed else { return [] }
        self.join = join
        hasLeft = false
        return forget()
    }

    /// The join is left: what it still brings is refused.
    mutating func leave() { hasLeft = true }

    /// Takes in a frame that just arrived.
    mutating func submit(_ frame: VideoFrame, of join: UInt64, at now: Duration) -> Submission {
        guard !isClosed, !isOver, join == self.join, !hasLeft else {
            return Submission(wakes: false, discarded: [])
        }
        counters.received += 1
        let time = clock.place(frame.presentationTime, arrival: now, on: .picture)
        guard isWanted(at: now) else {
            counters.dropped += 1
            return Submission(wakes: false, discarded: passBy())
        }
        let since = waitingSince ?? now
        let discarded = forget()
        newest = NumberedFrame(
            frame: frame,
            sequence: counters.received,
            receivedAt: now,
            presentationTime: time
        )
        waitingSince = since
        readiness.set(true)
        guard deliveryFormat != nil else { return Submission(wakes: false, discarded: discarded) }
        isPending = true
        return Submission(wakes: true, discarded: discarded)
    }

    /// Whether anybody wants frames.
    ///
    /// No makes the kept frame stale, since the stream goes on without us. A stream that asks
    /// nothing, in a pause, leaves it there.
    mutating func wantsFrames(at now: Duration) -> (answer: Bool, discarded: [NumberedFrame]) {
        isWanted(at: now) ? (true, []) : (false, passBy())
    }

    /// No frame will come any more; the newest stays.
    mutating func finish() { isOver = true }

    // MARK: The callback's side

    /// Starts, changes or, with nil, stops delivery to a callback, from the next frame on.
    mutating func setDelivery(_ format: PixelFormat?) {
        guard !isClosed else { return }
        deliveryFormat = format
        if format == nil { isPending = false }
    }

    /// Whether a frame waits for the callback.
    var hasPending: Bool { isPending && deliveryFormat != nil }

    /// A frame for the host: the format wanted, and the best there is to make it from.
    struct Hand {
        let format: PixelFormat
        let frame: NumberedFrame
        fileprivate let join: UInt64
    }

    /// Hands the pending frame to the callback.
    mutating func takeForDelivery() -> Hand? {
        guard isPending, let format = deliveryFormat else { return nil }
        isPending = false
        return hand(format)
    }

    /// Whether a hand may still be given to the host: no join has begun since it was taken.
    func isCurrent(_ hand: Hand) -> Bool { hand.join == join && !isClosed }

    // MARK: The side of a host that asks

    /// What a host that asks for a frame gets.
    enum Answer {
        case hand(Hand)
        /// There is nothing: not yet, no more, or never again.
        case none
        case over
        case closed
        /// Let go of these, and ask again.
        case discarded([NumberedFrame])
    }

    /// Hands the newest frame after a number to a host that asks for it.
    mutating func acquire(_ format: PixelFormat, after number: UInt64, at now: Duration) -> Answer {
        guard !isClosed else { return .closed }
        lastAcquire = now
        if isPassedBy { return .discarded(forget()) }
        guard let newest, newest.sequence > number else { return isOver ? .over : .none }
        waitingSince = nil
        readiness.set(false)
        return hand(format).map(Answer.hand) ?? .none
    }

    /// A thread of the host begins to wait for a frame, or ends.
    mutating func wait(_ begins: Bool) { waiters += begins ? 1 : -1 }

    /// The descriptor that is readable while a frame waits to be acquired; nil when the system
    /// refuses one, or the slot is closed.
    mutating func descriptor() -> Int32? {
        guard !isClosed else { return nil }
        let number = readiness.open()
        readiness.set(waitingSince != nil)
        return number
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
        readiness.close()
        return forget()
    }

    // MARK: -

    private func isWanted(at now: Duration) -> Bool {
        if isClosed || isOver { return false }
        if deliveryFormat != nil || waiters > 0 { return true }
        if let lastAcquire, now - lastAcquire <= Self.interest { return true }
        guard readiness.isWatched else { return false }
        // A host that watches takes what comes, or it no longer watches.
        return waitingSince.map { now - $0 <= Self.interest } ?? true
    }

    private mutating func hand(_ format: PixelFormat) -> Hand? {
        guard let newest else { return nil }
        if !isSeen { counters.delivered += 1 }
        isSeen = true
        let made = conversion?.frame.format == format ? conversion : nil
        return Hand(format: format, frame: made ?? newest, join: join)
    }

    /// The stream goes on without us.
    ///
    /// A frame that keeps the descriptor readable stays until the host asks: it would wait for ever
    /// otherwise.
    private mutating func passBy() -> [NumberedFrame] {
        guard readiness.isWatched, waitingSince != nil else { return forget() }
        isPassedBy = true
        return []
    }

    private mutating func forget() -> [NumberedFrame] {
        if newest != nil, !isSeen { counters.dropped += 1 }
        defer {
            newest = nil
            conversion = nil
            isPending = false
            isSeen = false
            isPassedBy = false
            waitingSince = nil
            readiness.set(false)
        }
        return [newest, conversion].compactMap { $0 }
    }
}
