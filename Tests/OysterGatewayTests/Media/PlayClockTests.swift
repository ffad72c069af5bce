// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OysterGateway

@Suite struct PlayClockTests {
    /// One look: playing time as told, whether it plays, monotonic time, and what must come out.
    typealias Look = (told: Int, plays: Bool, now: Int, played: Int)

    static let stories: [(what: String, looks: [Look])] = [
        (
            "between whole milliseconds the monotonic clock counts",
            [(0, true, 0, 0), (41_000, true, 41_667, 41_667), (83_000, true, 83_333, 83_333)]
        ),
        (
            "a jump of the gateway's clock is followed",
            [(0, true, 0, 0), (60_000_000, true, 40_000, 60_000_000)]
        ),
        (
            "a pause stands still",
            [
                (0, true, 0, 0), (80_000, true, 80_000, 80_000), (90_000, false, 120_000, 90_000),
                (90_000, false, 9_000_000, 90_000), (91_000, true, 9_001_000, 91_000),
            ]
        ),
        (
            "it never goes back",
            [(0, true, 0, 0), (40_000, true, 41_900, 41_900), (40_000, false, 42_000, 41_900)]
        ),
    ]

    @Test(arguments: stories.indices) func `playing time is smooth`(index: Int) {
        let story = Self.stories[index]
        var clock = PlayClock()
        for look in story.looks {
            let played = clock.played(
                .microseconds(look.told),
                isPlaying: look.plays,
                at: .microseconds(look.now)
            )
            #expect(played == .microseconds(look.played), "\(story.what)")
        }
    }
}
