// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OysterGateway

@Suite struct PlaybackClockTests {
    /// Reported playing time, whether the travel plays, monotonic time, expected playing time.
    typealias Reading = (reported: Int, plays: Bool, now: Int, played: Int)

    static let cases: [(what: String, readings: [Reading])] = [
        (
            "the monotonic clock counts between whole milliseconds",
            [(0, true, 0, 0), (41_000, true, 41_667, 41_667), (83_000, true, 83_333, 83_333)]
        ),
        (
            "an advance of the gateway's clock is followed",
            [(0, true, 0, 0), (60_000_000, true, 40_000, 60_000_000)]
        ),
        (
            "the playing time is constant during a pause",
            [
                (0, true, 0, 0), (80_000, true, 80_000, 80_000), (90_000, false, 120_000, 90_000),
                (90_000, false, 9_000_000, 90_000), (91_000, true, 9_001_000, 91_000),
            ]
        ),
        (
            "the playing time never decreases",
            [(0, true, 0, 0), (40_000, true, 41_900, 41_900), (40_000, false, 42_000, 41_900)]
        ),
    ]

    @Test(arguments: cases.indices) func `playing time is interpolated and never decreases`(
        index: Int
    ) {
        let example = Self.cases[index]
        var clock = PlaybackClock()
        for reading in example.readings {
            let played = clock.played(
                .microseconds(reading.reported),
                isPlaying: reading.plays,
                at: .microseconds(reading.now)
            )
            #expect(played == .microseconds(reading.played), "\(example.what)")
        }
    }
}
