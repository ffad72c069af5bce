// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Decides about the sound of one travel: in order, a second at most, the oldest goes.
struct AudioBufferState {
    /// How long one read makes the host a consumer, and how long sound may wait for a host that
    /// watches the descriptor.
    static let interest: Duration = .seconds(2)

    private(set) var counters = AudioCounters()
    private(set) var isClosed = false
    /// Whether no sound will come any more.
    private var isOver = false
    private(set) var hasCallback = false
    /// The join whose sound is taken in; that of earlier joins is refused.
    private(set) var join: UInt64 = 0
    /// Whether that join was left: it brings nothing more.
    private var hasLeft = false
    private var waiting: [TimedAudio] = []
    private var length: Duration = .zero
    /// Whether the first piece is the rest of one that was counted as delivered.
    private var isBegun = false
    private var lastRead: Duration?
    /// Since when sound waits that the host did not look at.
    private var waitingSince: Duration?
    /// Whether the stream went on without us after what waits: the host does not get it.
    private var isPassedBy = false
    /// Threads of the host that wait for sound.
    private var waiters = 0
    private var readiness = Readiness()
    private let clock: MediaClock

    init(clock: MediaClock) { self.clock = clock }

    // MARK: The stream's side

    /// Begins a join: whatever an earlier one brought or brings is not handed out from now on.
    mutating func begin(join: UInt64) {
        guard !isClosed else { return }
        self.join = join
        hasLeft = false
        forget()
    }

    /// The join is left: what it still brings is refused.
    ///
    /// What waits stays.
    mutating func leave() { hasLeft = true }

    /// Takes in sound that just arrived; whether something waits for a callback now.
    mutating func submit(_ chunk: AudioChunk, of join: UInt64, at now: Duration) -> Bool {
        guard !isClosed, !isOver, join == self.join, !hasLeft else { return false }
        let time = clock.place(chunk.presentationTime, arrival: now, on: .sound)
        counters.received += 1
        guard wantsSound(at: now) else {
            counters.dropped += 1
            return false
        }
        if waitingSince == nil { waitingSince = now }
        let sound = TimedAudio(chunk: chunk, presentationTime: time, receivedAt: now, join: join)
        waiting.append(sound)
        length += chunk.length
        while waiting.count > 1,
            waiting.count > AudioBuffer.mostPieces || length > AudioBuffer.longestWait
        {
            if !isBegun { counters.dropped += 1 }
            _ = removeFirst()
        }
        signal()
        return hasCallback
    }

    /// Whether the host wants sound; no means that the stream goes on without us, and that what
    /// waits is old when the host asks again.
    mutating func wantsSound(at now: Duration) -> Bool {
        let isWanted = isWanted(at: now)
        if !isWanted, !waiting.isEmpty { isPassedBy = true }
        return isWanted
    }

    private func isWanted(at now: Duration) -> Bool {
        if isClosed || isOver { return false }
        if hasCallback || waiters > 0 { return true }
        if let lastRead, now - lastRead <= Self.interest { return true }
        guard readiness.isWatched else { return false }
        // A host that watches reads what comes, or it no longer watches.
        return waitingSince.map { now - $0 <= Self.interest } ?? true
    }

    /// No sound will come any more; what waits stays.
    mutating func finish() { isOver = true }

    // MARK: The host's side

    /// Starts or stops delivery to a callback; what waits for a former one is forgotten.
    mutating func setCallback(_ hasCallback: Bool) {
        guard !isClosed else { return }
        self.hasCallback = hasCallback
        forget()
    }

    var hasSound: Bool { !waiting.isEmpty }

    /// The oldest sound that waits for the callback, or nil.
    mutating func takeForDelivery() -> TimedAudio? {
        hasCallback ? take() : nil
    }

    /// The oldest sound, at most so many samples of it, for a host that asks; what does not fit
    /// waits for the next call.
    mutating func read(most samples: Int, at now: Duration) -> AudioBuffer.Reading? {
        if isClosed { return .closed }
        if hasCallback { return .hasCallback }
        lastRead = now
        if isPassedBy { forget() }
        waitingSince = waiting.isEmpty ? nil : now
        guard let first = waiting.first else { return isOver ? .over : nil }
        let count = samples / first.chunk.channels
        guard count > 0 else { return .tooSmall }
        guard let (head, rest) = first.split(at: count) else { return take().map { .sound($0) } }
        if !isBegun { counters.delivered += 1 }
        isBegun = true
        waiting[0] = rest
        length -= head.chunk.length
        return .sound(head)
    }

    /// A thread of the host begins to wait for sound, or ends.
    mutating func wait(_ begins: Bool) { waiters += begins ? 1 : -1 }

    /// The descriptor that is readable while sound waits to be read; nil when the system refuses
    /// one, or the buffer is closed.
    mutating func descriptor() -> Int32? {
        guard !isClosed else { return nil }
        let number = readiness.open()
        signal()
        return number
    }

    /// Ends everything: nothing is kept, taken in or wanted any more.
    mutating func close() {
        isClosed = true
        hasCallback = false
        forget()
        readiness.close()
    }

    // MARK: -

    private mutating func take() -> TimedAudio? {
        guard !waiting.isEmpty else { return nil }
        if !isBegun { counters.delivered += 1 }
        let first = removeFirst()
        if waiting.isEmpty { waitingSince = nil }
        signal()
        return first
    }

    private mutating func removeFirst() -> TimedAudio {
        let first = waiting.removeFirst()
        length -= first.chunk.length
        isBegun = false
        return first
    }

    private mutating func forget() {
        counters.dropped += UInt64(waiting.count) - (isBegun ? 1 : 0)
        waiting = []
        length = .zero
        isBegun = false
        isPassedBy = false
        waitingSince = nil
        signal()
    }

    /// A callback takes what waits: the descriptor is for hosts that read.
    private mutating func signal() { readiness.set(!waiting.isEmpty && !hasCallback) }
}
