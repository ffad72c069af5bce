// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Maps the times of a travel's joins to one timeline of the travel, for video and audio.
///
/// Each join counts from its own first frame or audio. A step back, or a step more than 10 s beyond
/// the time that has passed, starts a new origin: from there on, times count from the arrival of
/// that frame or audio. The track that arrives second after a new origin uses the origin of the
/// first.
struct PresentationTimeline {
    /// The media whose times are mapped.
    enum Track: Int, CaseIterable {
        case video
        case audio
    }

    /// Largest accepted step beyond the time that has passed: buffers drain, and clocks differ.
    private static let tolerance: Duration = .seconds(10)

    private struct Origin {
        /// 1, 2, 3 … per travel.
        let number: Int
        let arrival: Duration
        /// The same instant in the join's time and in the travel's time.
        let joinTime: Duration
        let travelTime: Duration

        /// Whether a time of the join that arrives now can belong to this origin.
        func accepts(_ joinTime: Duration, at arrival: Duration) -> Bool {
            let passed = arrival - self.arrival
            let accepted = (.zero - tolerance)..<(max(.zero, passed) + tolerance)
            return accepted.contains(joinTime - self.joinTime)
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

    /// The travel's time of the next frame or audio of a track; never less than that of the one
    /// before.
    mutating func presentationTime(
        of joinTime: Duration,
        arrival: Duration,
        on track: Track = .video
    ) -> Duration {
        var position = positions[track.rawValue]
        let current =
            currentOrigin(joinTime, arrival: arrival, position) ?? begin(joinTime, arrival)
        let travelTime = current.travelTime + (joinTime - current.joinTime)
        position.origin = current.number
        position.arrival = arrival
        position.joinTime = joinTime
        position.travelTime = max(travelTime, position.travelTime)
        positions[track.rawValue] = position
        return position.travelTime
    }

    /// The origin that a time belongs to; nil when a new origin starts.
    private func currentOrigin(_ joinTime: Duration, arrival: Duration, _ position: Position)
        -> Origin?
    {
        guard let origin else { return nil }
        if position.origin < origin.number {
            return origin.accepts(joinTime, at: arrival) ? origin : nil
        }
        let accepted = Duration.zero..<(arrival - position.arrival + Self.tolerance)
        guard !accepted.isEmpty else { return nil }
        return accepted.contains(joinTime - position.joinTime) ? origin : nil
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

/// The timeline that video and audio of one travel share.
package final class MediaClock: Sendable {
    private let timeline = Lock(PresentationTimeline())

    package init() {}

    func presentationTime(
        of joinTime: Duration,
        arrival: Duration,
        on track: PresentationTimeline.Track
    ) -> Duration {
        timeline.withLock { $0.presentationTime(of: joinTime, arrival: arrival, on: track) }
    }
}
