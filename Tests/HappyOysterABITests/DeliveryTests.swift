// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Glibc
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Thread delivery and host delivery run the same callbacks in the same order.
@Suite(.blocking) struct DeliveryTests {
    /// Runs a directing travel; returns what its callbacks got, without ids and times.
    private func story(_ delivery: oyster_delivery) throws -> [String] {
        let fixture = try HostFixture(
            "directing",
            settings: ["pauseConfirmMs": 50, "roomTeardownMs": 0]
        )
        #expect(oyster_engine_set_delivery(fixture.engine, delivery) == 0)
        let lines = Recorder<String>()
        let threads = Recorder<UInt>()
        let travel = try fixture.makeTravel()
        let listener = Listener { listener in
            guard let event = listener.events.entries.last else { return }
            threads.add(SystemThread.current)
            // How often the lists change depends on the times of the polls.
            guard event.type != .OYSTER_EVENT_TRAVEL_UPDATED else { return }
            lines.add("\(event.type.rawValue) \(event.status.rawValue) \(event.code)")
        }
        _ = try #require(listener.listen(to: travel))
        func run(_ call: (oyster_done_fn, UnsafeMutableRawPointer) -> oyster_result) {
            let completion = Completion { completion in
                guard let answer = completion.answers.entries.last else { return }
                threads.add(SystemThread.current)
                lines.add("done \(answer.code) \(answer.json?["status"]?.stringValue ?? "-")")
            }
            #expect(call(Completion.done, completion.context) == 0)
            #expect(
                blockUntil {
                    if delivery == .OYSTER_DELIVERY_HOST {
                        oyster_engine_dispatch(fixture.engine, 20, nil)
                    }
                    return completion.answers.count == 1
                }
            )
        }
        run { oyster_travel_start(travel, nil, $0, $1) }
        run { oyster_travel_rewind(travel, 1, $0, $1) }
        run { oyster_travel_send_instruct(travel, "go on", $0, $1) }
        run { oyster_travel_pause(travel, $0, $1) }
        run { oyster_travel_resume(travel, $0, $1) }
        run { oyster_travel_end(travel, $0, $1) }
        run { oyster_travel_pause(travel, $0, $1) }
        #expect(
            Set(threads.entries).contains(SystemThread.current)
                == (delivery == .OYSTER_DELIVERY_HOST)
        )
        if delivery == .OYSTER_DELIVERY_HOST { #expect(Set(threads.entries).count == 1) }
        oyster_travel_release(travel, nil)
        return lines.entries
    }

    @Test func `both deliveries give the same events in the same order`() throws {
        let onLibraryThread = try story(.OYSTER_DELIVERY_THREAD)
        let onHostThread = try story(.OYSTER_DELIVERY_HOST)
        #expect(onLibraryThread == onHostThread)
        #expect(onHostThread.count >= 12)
    }

    private func isReadable(_ fd: Int32) -> Bool {
        var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    @Test func `a host can wait with poll and dispatch the waiting callbacks`() throws {
        let fixture = try HostFixture()
        #expect(oyster_engine_set_delivery(fixture.engine, .OYSTER_DELIVERY_HOST) == 0)
        var fd: Int32 = -1
        #expect(oyster_engine_event_fd(fixture.engine, &fd) == 0)
        let travel = try fixture.makeTravel()
        let listener = Listener()
        _ = listener.listen(to: travel)
        #expect(!isReadable(fd))
        oyster_travel_start(travel, nil, nil, nil)
        while !listener.events.entries.contains(where: { $0.status == .OYSTER_STATUS_RUNNING }) {
            var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
            try #require(Glibc.poll(&poll, 1, 20_000) == 1)
            var count = 0
            #expect(oyster_engine_dispatch(fixture.engine, 0, &count) == 0)
            #expect(count > 0)
        }
        #expect(listener.events.entries.allSatisfy { $0.thread == SystemThread.current })
        oyster_travel_release(travel, nil)
    }

    @Test func `callbacks that wait when the delivery changes use the new delivery, in order`()
        throws
    {
        let fixture = try HostFixture()
        #expect(oyster_engine_set_delivery(fixture.engine, .OYSTER_DELIVERY_HOST) == 0)
        let travel = try fixture.makeTravel()
        let listener = Listener()
        _ = listener.listen(to: travel)
        oyster_travel_start(travel, nil, nil, nil)
        #expect(blockUntil { fixture.status(travel) == .OYSTER_STATUS_RUNNING })
        #expect(listener.events.count == 0)
        #expect(oyster_engine_set_delivery(fixture.engine, .OYSTER_DELIVERY_THREAD) == 0)
        #expect(listener.heard(.OYSTER_STATUS_RUNNING))
        let numbers = listener.events.entries.map(\.sequence)
        #expect(numbers == (1...UInt64(numbers.count)).map { $0 })
        #expect(listener.events.entries.allSatisfy { $0.thread != SystemThread.current })
        oyster_travel_release(travel, nil)
    }

    @Test func `every listener gets every event after it was added`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let early = (0..<3).map { _ in Listener() }
        for listener in early { _ = listener.listen(to: travel) }
        let start = Completion()
        oyster_travel_start(travel, nil, Completion.done, start.context)
        #expect(start.wait()?.code == 0)
        #expect(early[0].heard(.OYSTER_STATUS_RUNNING))
        let late = Listener()
        _ = late.listen(to: travel)
        oyster_travel_end(travel, nil, nil)
        for listener in early + [late] { #expect(listener.heard(.OYSTER_STATUS_ENDED)) }
        let all = early[0].events.entries.map(\.sequence)
        #expect(early.allSatisfy { $0.events.entries.map(\.sequence) == all })
        let seen = late.events.entries.map(\.sequence)
        #expect(!seen.isEmpty && seen == Array(all.suffix(seen.count)) && seen.count < all.count)
        oyster_travel_release(travel, nil)
    }
}
