// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Counters of a travel's frames.
package struct FrameCounters: Equatable, Sendable {
    /// Frames that the stream delivered to the library.
    package var received: UInt64 = 0
    /// Frames that the host got; each frame counts once.
    package var delivered: UInt64 = 0
    /// Frames that a newer one replaced, or that arrived while the host wanted none.
    package var dropped: UInt64 = 0
    /// Conversions to another pixel format.
    package var converted: UInt64 = 0

    package init() {}
}

/// Holds the newest frame of one travel and decides which frames the host gets.
///
/// Functions return the frames that they remove, so that the caller releases them outside its lock:
/// releasing the last reference may run code of a stream adapter.
struct FrameSlot {
    /// How long the host counts as a consumer after an acquire, and how long a frame may wait for a
    /// host that watches the descriptor.
    static let interest: Duration = .seconds(2)

    private(set) var counters = FrameCounters()
    /// Format of the callback; nil without a callback.
    private(set) var deliveryFormat: PixelFormat?
    private let clock: MediaClock
    /// The join whose frames are accepted; frames of earlier joins are refused.
    private var join: UInt64 = 0
    /// Whether that join was left: no more frames are accepted, and its last frame is kept.
    private var hasLeft = false
    private var newest: NumberedFrame?
    /// The newest frame in another format.
    private var conversion: NumberedFrame?
    /// Whether the newest frame waits for the callback.
    private var isPending = false
    /// Whether the host got the newest frame.
    private var isDelivered = false
    /// Whether the stream skipped frames after the newest one: the host does not get it.
    private var isStale = false
    /// Since when a frame waits to be acquired.
    private var waitingSince: Duration?
    private var lastAcquire: Duration?
    /// Threads of the host that wait for a frame.
    private var waiters = 0
    private var readiness = Readiness()
    /// Whether no more frames will arrive.
    private var isOver = false
    private(set) var isClosed = false

    init(clock: MediaClock) { self.clock = clock }

    /// The result of submitting a frame.
    struct Submission {
        /// Whether the caller must wake the delivery, which takes frames until none waits.
        let wakes: Bool
        /// Frames for the caller to release.
        let discarded: [NumberedFrame]
    }

    // MARK: The stream's side

    /// Begins a join: the host gets no frame of an earlier join from now on.
    mutating func begin(join: UInt64) -> [NumberedFrame] {
        guard !isClosed else { return [] }
        self.join = join
        hasLeft = false
        return discardAll()
    }

    /// Leaves the join: frames that still arrive are refused.
    mutating func leave() { hasLeft = true }

    /// Accepts or refuses a frame that has just arrived.
    mutating func submit(_ frame: VideoFrame, of join: UInt64, at now: Duration) -> Submission {
        guard !isClosed, !isOver, join == self.join, !hasLeft else {
            return Submission(wakes: false, discarded: [])
        }
        counters.received += 1
        let time = clock.presentationTime(of: frame.presentationTime, arrival: now, on: .video)
        guard isWanted(at: now) else {
            counters.dropped += 1
            return Submission(wakes: false, discarded: markStale())
        }
        let since = waitingSince ?? now
        let discarded = discardAll()
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

    /// Whether the host wants frames.
    ///
    /// The answer false makes the kept frame stale, since the stream then skips frames. During a
    /// pause the stream does not ask, so the kept frame stays.
    mutating func wantsFrames(at now: Duration) -> (answer: Bool, discarded: [NumberedFrame]) {
        isWanted(at: now) ? (true, []) : (false, markStale())
    }

    /// Notes that no more frames will arrive; the newest is kept.
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

    /// A frame for the host: the wanted format, and the frame to return or to convert.
    struct TakenFrame {
        let format: PixelFormat
        let frame: NumberedFrame
        fileprivate let join: UInt64
    }

    /// Takes the pending frame for the callback.
    mutating func takeForDelivery() -> TakenFrame? {
        guard isPending, let format = deliveryFormat else { return nil }
        isPending = false
        return taken(format)
    }

    /// Whether a taken frame may still be given to the host: no join has begun since.
    func isCurrent(_ taken: TakenFrame) -> Bool { taken.join == join && !isClosed }

    // MARK: The side of a host that asks

    /// The answer to a host that asks for a frame.
    enum Answer {
        case taken(TakenFrame)
        /// There is no newer frame yet.
        case none
        /// No newer frame will arrive.
        case over
        /// The slot is closed.
        case closed
        /// The kept frames were stale: release them and ask again.
        case discarded([NumberedFrame])
    }

    /// Takes the newest frame for a host that asks, if its number is above `number`.
    mutating func acquire(_ format: PixelFormat, after number: UInt64, at now: Duration) -> Answer {
        guard !isClosed else { return .closed }
        lastAcquire = now
        if isStale { return .discarded(discardAll()) }
        guard let newest, newest.sequence > number else { return isOver ? .over : .none }
        waitingSince = nil
        readiness.set(false)
        return taken(format).map(Answer.taken) ?? .none
    }

    /// Notes that a thread of the host begins (true) or ends (false) to wait for a frame.
    mutating func wait(_ begins: Bool) { waiters += begins ? 1 : -1 }

    /// The descriptor that is readable while a frame waits to be acquired; nil when the system
    /// refuses one, or the slot is closed.
    mutating func descriptor() -> Int32? {
        guard !isClosed else { return nil }
        let number = readiness.open()
        readiness.set(waitingSince != nil)
        return number
    }

    /// Keeps a conversion of the newest frame; returns the frame that it replaces.
    mutating func keep(conversion frame: NumberedFrame) -> NumberedFrame? {
        counters.converted += 1
        guard frame.sequence == newest?.sequence else { return nil }
        defer { conversion = frame }
        return conversion
    }

    /// Closes the slot: frames are neither kept, nor accepted, nor wanted any more.
    mutating func close() -> [NumberedFrame] {
        isClosed = true
        deliveryFormat = nil
        lastAcquire = nil
        readiness.close()
        return discardAll()
    }

    // MARK: -

    private func isWanted(at now: Duration) -> Bool {
        if isClosed || isOver { return false }
        if deliveryFormat != nil || waiters > 0 { return true }
        if let lastAcquire, now - lastAcquire <= Self.interest { return true }
        guard readiness.isWatched else { return false }
        // A host that watches the descriptor acquires the frame soon, or it watches no longer.
        return waitingSince.map { now - $0 <= Self.interest } ?? true
    }

    private mutating func taken(_ format: PixelFormat) -> TakenFrame? {
        guard let newest else { return nil }
        if !isDelivered { counters.delivered += 1 }
        isDelivered = true
        let converted = conversion?.frame.format == format ? conversion : nil
        return TakenFrame(format: format, frame: converted ?? newest, join: join)
    }

    /// Makes the kept frame stale, since the stream skips frames from now on.
    ///
    /// A frame that keeps the descriptor readable stays until the host asks; without it the host
    /// would never ask again, and wait for ever.
    private mutating func markStale() -> [NumberedFrame] {
        guard readiness.isWatched, waitingSince != nil else { return discardAll() }
        isStale = true
        return []
    }

    private mutating func discardAll() -> [NumberedFrame] {
        if newest != nil, !isDelivered { counters.dropped += 1 }
        defer {
            newest = nil
            conversion = nil
            isPending = false
            isDelivered = false
            isStale = false
            waitingSince = nil
            readiness.set(false)
        }
        return [newest, conversion].compactMap { $0 }
    }
}
