// SPDX-License-Identifier: Apache-2.0

/// Makes one timeline of a travel out of the timelines of its joins, for picture and sound alike.
///
/// Each join counts from its own first picture or sound. A step back, or a leap far beyond the time
/// that has passed, is taken for a new join: from there on time counts from when that arrived. Who
/// comes second in a new join follows whoever came first.
struct PresentationTimeline {
    /// What has times of its own.
    enum Track: Int, CaseIterable {
        case picture
        case sound
    }

    /// Leaps beyond the time passed that are still believed: buffers drain, clocks differ.
    private static let tolerance: Duration = .seconds(10)

    private struct Origin {
        /// 1, 2, 3 … per travel.
        let number: Int
        let arrival: Duration
        /// Time within the join and within the travel of the same moment.
        let joinTime: Duration
        let travelTime: Duration

        /// Whether a time within the join that arrives now may count from here.
        func explains(_ joinTime: Duration, at arrival: Duration) -> Bool {
            let passed = arrival - self.arrival
            let believed = (.zero - tolerance)..<(max(.zero, passed) + tolerance)
            return believed.contains(joinTime - self.joinTime)
        }
    }

    private struct Position {
        var origin = 0
        var arrival: Duration = .zero
        var joinTime: Duration = .zero
        var travelTime: Duration = .zero
    }

    private var origin: Origin?
    private var firstArrival: Duration = .zero
    private var positions = [Position](repeating: Position(), count: Track.allCases.count)

    /// Places what comes next on a track, told its time within the join and its arrival.
    mutating func place(
        _ joinTime: Duration,
        arrival: Duration,
        on track: Track = .picture
    ) -> Duration {
        var position = positions[track.rawValue]
        let current =
            believedOrigin(joinTime, arrival: arrival, position) ?? begin(joinTime, arrival)
        let travelTime = current.travelTime + (joinTime - current.joinTime)
        position.origin = current.number
        position.arrival = arrival
        position.joinTime = joinTime
        position.travelTime = max(travelTime, position.travelTime)
        positions[track.rawValue] = position
        return position.travelTime
    }

    /// The origin from which this time counts; nil when it is the first of a new one.
    private func believedOrigin(_ joinTime: Duration, arrival: Duration, _ position: Position)
        -> Origin?
    {
        guard let origin else { return nil }
        if position.origin < origin.number {
            return origin.explains(joinTime, at: arrival) ? origin : nil
        }
        let believed = Duration.zero..<(arrival - position.arrival + Self.tolerance)
        guard !believed.isEmpty else { return nil }
        return believed.contains(joinTime - position.joinTime) ? origin : nil
    }

    private mutating func begin(_ joinTime: Duration, _ arrival: Duration) -> Origin {
        if origin == nil { firstArrival = arrival }
        let latest = positions.map(\.travelTime).max() ?? .zero
        let begun = Origin(
            number: (origin?.number ?? 0) + 1,
            arrival: arrival,
            joinTime: joinTime,
            travelTime: max(arrival - firstArrival, latest)
        )
        origin = begun
        return begun
    }
}
