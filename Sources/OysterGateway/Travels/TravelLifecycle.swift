// SPDX-License-Identifier: Apache-2.0

/// The states of a Travel, driven by requests and by time.
///
/// Give it the time with `advance` before reading it or asking it for anything.
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
        /// Plays since a moment; `pausesAt` once a pause was accepted.
        case running(since: Moment, pausesAt: Moment?)
        case paused(since: Moment)
        case ended(errorCode: String?)
    }

    private struct Due {
        let moment: Moment
        let phase: Phase
    }

    let createdAt: Moment
    let timing: TravelTiming
    private(set) var endedAt: Moment?
    private(set) var updatedAt: Moment
    private var now: Moment
    private var phase = Phase.starting
    private var playedBefore: Duration = .zero
    private var timelineBefore: Duration = .zero
    private var hasPlayed = false
    private var heardAt: Moment
    /// When the room that was reopened too early is torn down.
    private var doomedAt: Moment?
    /// How often a room of the channel was torn down.
    private var roomsGone = 0

    init(createdAt: Moment, timing: TravelTiming) {
        self.createdAt = createdAt
        self.timing = timing
        updatedAt = createdAt
        now = createdAt
        heardAt = createdAt
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

    /// Time played so far, nil before the first picture.
    var played: Duration? { hasPlayed ? playedBefore + currentRun : nil }

    /// The number of the room that is open on the channel, nil when there is none.
    var openRoom: Int? {
        switch phase {
        case .starting, .running: roomsGone
        case .paused(let since): now < since + timing.roomTeardown ? roomsGone : nil
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
    /// Lets everything happen that is due until a moment, in order.
    mutating func advance(to moment: Moment) {
        while let due = nextDue, due.moment <= moment {
            now = max(now, due.moment)
            enter(due.phase)
        }
        now = max(now, moment)
    }

    private var nextDue: Due? {
        switch phase {
        case .starting:
            if let noStream = timing.noStream {
                Due(moment: createdAt + noStream, phase: .ended(errorCode: Self.noStream))
            } else {
                Due(
                    moment: createdAt + timing.startsAfter,
                    phase: .running(since: createdAt + timing.startsAfter, pausesAt: nil)
                )
            }
        case .running(let since, let pausesAt): runningDue(since, pausesAt)
        case .paused, .ended: nil
        }
    }

    private func runningDue(_ since: Moment, _ pausesAt: Moment?) -> Due? {
        var dues: [Due] = []
        if let experience = timing.experience {
            let end = since + max(.zero, experience - playedBefore)
            dues.append(Due(moment: end, phase: .ended(errorCode: nil)))
        }
        if let vanished = timing.clientVanished {
            let end = max(since, heardAt) + vanished
            dues.append(Due(moment: end, phase: .ended(errorCode: nil)))
        }
        if let doomedAt {
            dues.append(Due(moment: doomedAt, phase: .ended(errorCode: Self.roomGone)))
        }
        if let pausesAt {
            dues.append(Due(moment: pausesAt, phase: .paused(since: pausesAt)))
        }
        return dues.min { $0.moment < $1.moment }
    }

    /// The server's failure codes that a lifecycle reaches by itself.
    static let noStream = "TRAVEL_NO_STREAM_AUTO_END"
    static let roomGone = "TRAVEL_STREAM_CREATE_FAILED"

    private mutating func enter(_ next: Phase) {
        playedBefore += currentRun
        timelineBefore += currentRun
        phase = next
        updatedAt = now
        switch next {
        case .running: hasPlayed = true
        case .paused: doomedAt = nil
        case .ended: endedAt = now
        case .starting: break
        }
    }
}

extension TravelLifecycle {
    /// Notes a poll of the client.
    mutating func hear() { heardAt = now }

    /// Whether a pause would be accepted now.
    var canPause: Bool {
        if case .running(_, nil) = phase { true } else { false }
    }

    /// Accepts a pause, which is confirmed later.
    mutating func pause() throws(Refusal) {
        guard case .running(let since, nil) = phase else { throw .conflict }
        phase = .running(since: since, pausesAt: now + timing.pauseConfirm)
        advance(to: now)
    }

    /// Plays on; a room reopened before the old one is gone goes down with it.
    mutating func resume() throws(Refusal) {
        guard case .paused(let since) = phase else { throw .conflict }
        let gone = since + timing.roomTeardown
        doomedAt = now < gone ? gone : nil
        if doomedAt == nil { roomsGone += 1 }
        heardAt = now
        enter(.running(since: now, pausesAt: nil))
    }

    /// Plays on from elsewhere.
    mutating func rewind(to position: Duration) throws(Refusal) {
        try resume()
        timelineBefore = position
    }

    /// Ends, well or with the code of a failure.
    mutating func end(errorCode: String? = nil) throws(Refusal) {
        guard !status.isTerminal else { throw .conflict }
        enter(.ended(errorCode: errorCode))
    }
}
