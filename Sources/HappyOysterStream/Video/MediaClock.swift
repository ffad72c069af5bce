// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// The timeline that picture and sound of one travel share.
package final class MediaClock: Sendable {
    private let timeline = Lock(PresentationTimeline())

    package init() {}

    func place(
        _ joinTime: Duration,
        arrival: Duration,
        on track: PresentationTimeline.Track
    ) -> Duration {
        timeline.withLock { $0.place(joinTime, arrival: arrival, on: track) }
    }
}
