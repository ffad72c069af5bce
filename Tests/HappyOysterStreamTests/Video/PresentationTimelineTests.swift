// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import Testing

@Suite struct PresentationTimelineTests {
    /// Time within the join, arrival, expected time within the travel; all in milliseconds.
    private typealias Step = (join: Int64, arrival: Int64, travel: Int64)

    private func check(_ steps: [Step]) {
        let view = VideoView {}
        view.setDelivery(.i420)
        for step in steps {
            let frame = TestFrame(width: 2, height: 2, y: 0, u: 0, v: 0)
                .frame(presentationTime: .milliseconds(step.join))
            view.submit(frame, at: .milliseconds(step.arrival))
            #expect(view.takeForDelivery()?.presentationTime == .milliseconds(step.travel))
        }
    }

    @Test func `times of one join count from its first frame, independent of arrival`() {
        check([(0, 5_000, 0), (42, 5_050, 42), (83, 5_051, 83), (125, 5_300, 125)])
    }

    @Test func `times of a join that starts above zero count from its first frame`() {
        check([(7_000, 100, 0), (7_042, 140, 42)])
    }

    @Test func `a rejoin continues with the time that has passed`() {
        check([(0, 1_000, 0), (400, 1_400, 400), (0, 9_000, 8_000), (42, 9_042, 8_042)])
    }

    @Test func `times never decrease at a rejoin, however late the earlier frames were`() {
        check([(0, 1_000, 0), (5_000, 1_001, 5_000), (0, 1_002, 5_000), (42, 1_044, 5_042)])
    }

    @Test func `a step of more than 10 s beyond the time that passed starts a new origin`() {
        check([
            (0, 0, 0), (9_000_000_000_000, 42, 42), (9_000_000_000_042, 84, 84),
            (-9_000_000_000_000, 126, 126), (-9_000_000_000_000, 126, 126),
        ])
    }

    @Test func `frames of a stalled stream keep their own times`() {
        check([(0, 0, 0), (42, 8_000, 42), (84, 8_001, 84)])
    }
}
