// SPDX-License-Identifier: Apache-2.0

/// Makes one timeline of a travel out of the timelines of its joins.
///
/// Each join counts from its own first frame. A step back, or a leap far beyond the time that has
/// passed, is taken for a new join: from there on time counts from when that frame arrived.
struct PresentationTimeline {
    /// Leaps beyond the time passed that are still believed: buffers drain, clocks differ.
    private static let tolerance: Duration = .seconds(10)

    private struct Origin {
        /// Time within the join and within the travel of the same frame.
        let joinTime: Duration
        let travelTime: Duration
    }

    private var origin: Origin?
    private var firstArrival: Duration = .zero
    private var lastArrival: Duration = .zero
    private var lastJoinTime: Duration = .zero
    private var lastTravelTime: Duration = .zero

    /// Places the next frame, told its time within the join and its arrival.
    mutating func place(_ joinTime: Duration, arrival: Duration) -> Duration {
        let step = joinTime - lastJoinTime
        let believed = Duration.zero..<(arrival - lastArrival + Self.tolerance)
        let travelTime: Duration
        if let origin, !believed.isEmpty, believed.contains(step) {
            travelTime = origin.travelTime + (joinTime - origin.joinTime)
        } else {
            if origin == nil { firstArrival = arrival }
            travelTime = max(arrival - firstArrival, lastTravelTime)
            origin = Origin(joinTime: joinTime, travelTime: travelTime)
        }
        lastArrival = arrival
        lastJoinTime = joinTime
        lastTravelTime = max(travelTime, lastTravelTime)
        return lastTravelTime
    }
}
