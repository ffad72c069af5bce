// SPDX-License-Identifier: Apache-2.0

/// The states of a travel, changed by requests and by time.
///
/// Call `advance` before reading or changing it.
struct TravelLifecycle: Sendable {
    enum Status: String, CaseIterable, Sendable {
        case `init`
        case pending
        case running
        case paused
        case failed
        case completed

        var isTerminal: Bool { self == .failed || self == .completed }
    }

    private enum Phase: Sendable {
        case starting
        /// `since` is the start; `pausesAt` is set when a pause is accepted.
        case running(since: Timestamp, pausesAt: Timestamp?)
        case paused(since: Timestamp)
        case ended(errorCode: String?)
    }

    private struct Due {
        let timestamp: Timestamp
        let phase: Phase
    }

    let createdAt: Timestamp
    let timing: TravelTiming
    private(set) var endedAt: Timestamp?
    private(set) var updatedAt: Timestamp
    private var now: Timestamp
    private var phase = Phase.starting
    private var playedBefore: Duration = .zero
    private var timelineBefore: Duration = .zero
    private var hasPlayed = false
    private var polledAt: Timestamp
    /// Time of the teardown of a room that was reopened too early.
    private var roomLostAt: Timestamp?
    /// Number of the current room: the number of rooms torn down before.
    private var roomNumber = 0

    init(createdAt: Timestamp, timing: TravelTiming) {
        self.createdAt = createdAt
        self.timing = timing
        updatedAt = createdAt
        now = createdAt
        polledAt = createdAt
    }

    var status: Status {
        switch phase {
        case .starting: now < createdAt + timing.initLasts ? .`init` : .pending
        case .running: .running
        case .paused: .paused
        case .ended(let errorCode): errorCode == nil ? .completed : .failed
        }
    }

    var errorCode: String? {
        if case .ended(let errorCode) = phase { errorCode } else { nil }
    }

    /// Time played so far, nil before the first frame.
    var played: Duration? { hasPlayed ? playedBefore + currentRun : nil }

    /// Number of the open room of the channel, nil when there is none.
    var openRoom: Int? {
        switch phase {
        case .starting, .running: roomNumber
        case .paused(let since): now < since + timing.roomTeardown ? roomNumber : nil
        case .ended: nil
        }
    }

    /// Position on the timeline.
    var timeline: Duration { timelineBefore + currentRun }

    private var currentRun: Duration {
        guard case .running(let since, _) = phase else { return .zero }
        return max(.zero, now - since)
    }
}

extension TravelLifecycle {
    /// Performs all changes that are due until a time, in order.
    mutating func advance(to timestamp: Timestamp) {
        while let due = nextDue, due.timestamp <= timestamp {
            now = max(now, due.timestamp)
            enter(due.phase)
        }
        now = max(now, timestamp)
    }

    private var nextDue: Due? {
        switch phase {
        case .starting:
            if let noStream = timing.noStream {
                Due(timestamp: createdAt + noStream, phase: .ended(errorCode: Self.noStream))
            } else {
                Due(
                    timestamp: createdAt + timing.startsAfter,
                    phase: .running(since: createdAt + timing.startsAfter, pausesAt: nil)
                )
            }
        case .running(let since, let pausesAt): runningDue(since, pausesAt)
        case .paused, .ended: nil
        }
    }

    private func runningDue(_ since: Timestamp, _ pausesAt: Timestamp?) -> Due? {
        var dues: [Due] = []
        if let experience = timing.experience {
            let end = since + max(.zero, experience - playedBefore)
            dues.append(Due(timestamp: end, phase: .ended(errorCode: nil)))
        }
        if let vanished = timing.clientVanished {
            let end = max(since, polledAt) + vanished
            dues.append(Due(timestamp: end, phase: .ended(errorCode: nil)))
        }
        if let roomLostAt {
            dues.append(Due(timestamp: roomLostAt, phase: .ended(errorCode: Self.roomGone)))
        }
        if let pausesAt {
            dues.append(Due(timestamp: pausesAt, phase: .paused(since: pausesAt)))
        }
        return dues.min { $0.timestamp < $1.timestamp }
    }

    /// Failure codes of the platform that a lifecycle reaches without a request.
    static let noStream = "TRAVEL_NO_STREAM_AUTO_END"
    static let roomGone = "TRAVEL_STREAM_CREATE_FAILED"

    private mutating func enter(_ next: Phase) {
        playedBefore += currentRun
        timelineBefore += currentRun
        phase = next
        updatedAt = now
        switch next {
        case .running: hasPlayed = true
        case .paused: roomLostAt = nil
        case .ended: endedAt = now
        case .starting: break
        }
    }
}

extension TravelLifecycle {
    /// Records a poll of the client.
    mutating func notePoll() { polledAt = now }

    /// Whether a pause is possible now.
    var canPause: Bool {
        if case .running(_, nil) = phase { true } else { false }
    }

    /// Accepts a pause, which takes effect later.
    mutating func pause() throws(Refusal) {
        guard case .running(let since, nil) = phase else { throw .conflict }
        phase = .running(since: since, pausesAt: now + timing.pauseConfirm)
        advance(to: now)
    }

    /// Resumes.
    ///
    /// When the old room is not torn down yet, the new one is lost with it.
    mutating func resume() throws(Refusal) {
        guard case .paused(let since) = phase else { throw .conflict }
        let tornDownAt = since + timing.roomTeardown
        roomLostAt = now < tornDownAt ? tornDownAt : nil
        if roomLostAt == nil { roomNumber += 1 }
        polledAt = now
        enter(.running(since: now, pausesAt: nil))
    }

    /// Resumes from another position.
    mutating func rewind(to position: Duration) throws(Refusal) {
        try resume()
        timelineBefore = position
    }

    /// Completes the travel, or fails it with a code.
    mutating func end(errorCode: String? = nil) throws(Refusal) {
        guard !status.isTerminal else { throw .conflict }
        enter(.ended(errorCode: errorCode))
    }
}

/// The times of one travel, fixed when it is created.
struct TravelTiming: Equatable, Sendable {
    /// From creation until `pending`.
    var initLasts: Duration
    /// From creation until `running`.
    var startsAfter: Duration
    /// From an accepted pause until `paused`.
    var pauseConfirm: Duration
    /// From `paused` until the old room is torn down.
    var roomTeardown: Duration
    /// Running time after which the platform completes the travel.
    var experience: Duration?
    /// From creation until the platform fails the travel, because there is no stream.
    var noStream: Duration?
    /// Running time without a poll after which the platform completes the travel.
    var clientVanished: Duration?
}
