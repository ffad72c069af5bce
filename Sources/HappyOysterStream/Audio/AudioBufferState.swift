// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// The audio that waits for the host, in order; decides what the host gets.
struct AudioBufferState {
    /// How long the host counts as a consumer after a read, and how long audio may wait for a host
    /// that watches the descriptor.
    static let interest: Duration = .seconds(2)

    private(set) var counters = AudioCounters()
    private(set) var isClosed = false
    /// Whether no more audio will arrive.
    private var isOver = false
    private(set) var hasCallback = false
    /// The join whose audio is accepted; audio of earlier joins is refused.
    private(set) var join: UInt64 = 0
    /// Whether that join was left: no more of its audio is accepted.
    private var hasLeft = false
    private var waiting: [TimedAudio] = []
    private var length: Duration = .zero
    /// Whether the first chunk is the rest of one that was counted as delivered.
    private var isBegun = false
    private var lastRead: Duration?
    /// Since when audio waits that the host has not read.
    private var waitingSince: Duration?
    /// Whether the stream skipped audio after the waiting chunks: the host does not get them.
    private var isStale = false
    /// Threads of the host that wait for audio.
    private var waiters = 0
    private var readiness = Readiness()
    private let clock: MediaClock

    init(clock: MediaClock) { self.clock = clock }

    // MARK: The stream's side

    /// Begins a join: the host gets no audio of an earlier join from now on.
    mutating func begin(join: UInt64) {
        guard !isClosed else { return }
        self.join = join
        hasLeft = false
        discardAll()
    }

    /// Leaves the join: audio that still arrives is refused.
    ///
    /// Waiting audio is kept.
    mutating func leave() { hasLeft = true }

    /// Accepts or refuses audio that has just arrived; true when the callback must be woken.
    mutating func submit(_ chunk: AudioChunk, of join: UInt64, at now: Duration) -> Bool {
        guard !isClosed, !isOver, join == self.join, !hasLeft else { return false }
        let time = clock.presentationTime(of: chunk.presentationTime, arrival: now, on: .audio)
        counters.received += 1
        guard wantsAudio(at: now) else {
            counters.dropped += 1
            return false
        }
        if waitingSince == nil { waitingSince = now }
        let audio = TimedAudio(chunk: chunk, presentationTime: time, receivedAt: now, join: join)
        waiting.append(audio)
        length += chunk.length
        while waiting.count > 1,
            waiting.count > AudioBuffer.mostChunks || length > AudioBuffer.longestWait
        {
            if !isBegun { counters.dropped += 1 }
            _ = removeFirst()
        }
        signal()
        return hasCallback
    }

    /// Whether the host wants audio.
    ///
    /// The answer false makes waiting audio stale, since the stream then skips audio.
    mutating func wantsAudio(at now: Duration) -> Bool {
        let isWanted = isWanted(at: now)
        if !isWanted, !waiting.isEmpty { isStale = true }
        return isWanted
    }

    private func isWanted(at now: Duration) -> Bool {
        if isClosed || isOver { return false }
        if hasCallback || waiters > 0 { return true }
        if let lastRead, now - lastRead <= Self.interest { return true }
        guard readiness.isWatched else { return false }
        // A host that watches the descriptor reads the audio soon, or it watches no longer.
        return waitingSince.map { now - $0 <= Self.interest } ?? true
    }

    /// Notes that no more audio will arrive; waiting audio is kept.
    mutating func finish() { isOver = true }

    // MARK: The host's side

    /// Starts or stops delivery to a callback; audio that waits for a former callback is dropped.
    mutating func setCallback(_ hasCallback: Bool) {
        guard !isClosed else { return }
        self.hasCallback = hasCallback
        discardAll()
    }

    var hasAudio: Bool { !waiting.isEmpty }

    /// The oldest audio that waits for the callback, or nil.
    mutating func takeForDelivery() -> TimedAudio? {
        hasCallback ? take() : nil
    }

    /// The oldest audio for a host that reads, at most so many samples; the rest of a longer chunk
    /// waits for the next call.
    ///
    /// Nil when no audio waits.
    mutating func read(most samples: Int, at now: Duration) -> AudioBuffer.Reading? {
        if isClosed { return .closed }
        if hasCallback { return .hasCallback }
        lastRead = now
        if isStale { discardAll() }
        waitingSince = waiting.isEmpty ? nil : now
        guard let first = waiting.first else { return isOver ? .over : nil }
        let count = samples / first.chunk.channels
        guard count > 0 else { return .tooSmall }
        guard let (head, rest) = first.split(at: count) else { return take().map { .audio($0) } }
        if !isBegun { counters.delivered += 1 }
        isBegun = true
        waiting[0] = rest
        length -= head.chunk.length
        return .audio(head)
    }

    /// Notes that a thread of the host begins (true) or ends (false) to wait for audio.
    mutating func wait(_ begins: Bool) { waiters += begins ? 1 : -1 }

    /// The descriptor that is readable while audio waits to be read; nil when the system refuses
    /// one, or the buffer is closed.
    mutating func descriptor() -> Int32? {
        guard !isClosed else { return nil }
        let number = readiness.open()
        signal()
        return number
    }

    /// Closes the buffer: audio is neither kept, nor accepted, nor wanted any more.
    mutating func close() {
        isClosed = true
        hasCallback = false
        discardAll()
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

    private mutating func discardAll() {
        counters.dropped += UInt64(waiting.count) - (isBegun ? 1 : 0)
        waiting = []
        length = .zero
        isBegun = false
        isStale = false
        waitingSince = nil
        signal()
    }

    /// Not readable with a callback, which gets the audio: the descriptor is for hosts that read.
    private mutating func signal() { readiness.set(!waiting.isEmpty && !hasCallback) }
}
