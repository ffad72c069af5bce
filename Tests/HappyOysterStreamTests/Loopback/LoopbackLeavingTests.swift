// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Synchronization
import Testing

@Suite(.blocking) struct LoopbackLeavingTests {
    private let thread = MediaThread()

    @Test func `closed is reported once and last, whenever a stream is left`() async throws {
        let engine = LoopbackStreamEngine(thread: thread)
        for frames in 0..<12 {
            let sink = RecordingSink()
            let stream = try engine.join(joinRequest(), sink: sink)
            #expect(await eventually { sink.events.count >= frames })
            stream.leave()
            stream.leave()
            #expect(await eventually { sink.events.contains(.closed) })
            let events = sink.events
            #expect(await eventually { !thread.isAlive })
            #expect(sink.events == events)
            #expect(events.last == .closed)
            #expect(events.count { $0 == .closed } == 1)
        }
    }

    @Test func `no frame is delivered after leaving inside the delivery of a frame`() async throws {
        let joined = Mutex<(any StreamConnection)?>(nil)
        let left = Counter()
        let sink = RecordingSink { _ in
            guard let stream = joined.withLock({ $0 }) else { return }
            stream.leave()
            left.add()
        }
        let stream = try LoopbackStreamEngine(thread: thread).join(joinRequest(), sink: sink)
        joined.withLock { $0 = stream }
        #expect(await eventually { sink.events.last == .closed })
        joined.withLock { $0 = nil }
        #expect(left.value == 1)
    }

    @Test func `leaving does not wait for a frame whose delivery blocks`() async throws {
        let gate = Mutex(())
        let isStuck = Counter()
        let sink = RecordingSink { _ in
            isStuck.add()
            gate.withLock { _ in }
        }
        let stream = try LoopbackStreamEngine(thread: thread).join(joinRequest(), sink: sink)
        try await withHeld(gate) {
            #expect(blockUntil { isStuck.value == 1 })
            stream.leave()
            #expect(!stream.send(StreamCommand(command: .init(), sequence: 1, time: .zero)))
            #expect(stream.statistics() != nil)
            #expect(!sink.events.contains(.closed))
        }
        #expect(await eventually { sink.events.last == .closed })
        #expect(sink.events.count { $0 == .frame } == 1)
    }

    @Test func `a sink is released after closed`() async throws {
        weak var weakSink: RecordingSink?
        do {
            let sink = RecordingSink()
            weakSink = sink
            let stream = try LoopbackStreamEngine(thread: thread).join(joinRequest(), sink: sink)
            #expect(await eventually { !sink.frames.isEmpty })
            stream.leave()
            #expect(await eventually { sink.events.last == .closed })
        }
        #expect(await eventually { weakSink == nil })
    }

    /// Runs a body while the lock is held.
    private func withHeld(_ gate: borrowing Mutex<()>, _ body: () throws -> Void) async throws {
        try gate.withLock { _ in try body() }
    }
}
