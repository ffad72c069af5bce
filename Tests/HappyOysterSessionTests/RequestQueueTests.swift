// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterSession

/// A queue behind a reference, so that expectations can change it.
private final class QueueBox {
    private var queue: RequestQueue

    init(next: Int) { queue = RequestQueue(next: next) }

    var isEmpty: Bool { queue.isEmpty }
    var firstOpen: Int { queue.firstOpen }
    func append(_ request: LaneRequest) -> Bool { queue.append(request) }
    func batch() -> [NumberedRequest] { queue.batch() }
    func answered(_ number: Int) -> LaneRequest? { queue.answered(number) }
    func executed(below number: Int) -> [LaneRequest] { queue.executed(below: number) }
    func rebase(_ next: Int) -> Bool { queue.rebase(next) }
    func withdraw(all: Bool = false) -> [LaneRequest] { queue.withdraw(all: all) }
    func refusePost() -> RequestQueue.PostRefusal { queue.refusePost() }
}

/// The numbers of requests, and what is posted when.
@Suite struct RequestQueueTests {
    private func signal(_ data: String, retries: Bool = true) -> LaneRequest {
        .signal(SessionSignal(data: data, retriesAfterReconnect: retries))
    }

    private func queue(_ count: Int, next: Int = 1) -> QueueBox {
        let queue = QueueBox(next: next)
        for index in 0..<count { _ = queue.append(signal("\(index)")) }
        return queue
    }

    @Test func `a post has at most 64 requests, numbered without gaps`() {
        let queue = queue(100, next: 12)
        #expect(queue.batch().map(\.number) == Array(12..<76))
        // The same post again: the answer did not come.
        #expect(queue.batch().map(\.number) == Array(12..<76))
        for number in 12..<76 { #expect(queue.answered(number) != nil) }
        #expect(queue.batch().map(\.number) == Array(76..<112))
    }

    @Test func `a post has at most 900000 bytes, and at least one request`() {
        let queue = QueueBox(next: 1)
        // Each control character is 6 bytes in JSON.
        let data = String(repeating: "\u{1}", count: 8192)
        for _ in 0..<64 { #expect(queue.append(signal(data))) }
        #expect(queue.batch().count == 900_000 / (8192 * 6 + 100))
    }

    @Test func `1000 requests and 4 MiB may wait, and a leave always fits`() {
        let queue = queue(1000)
        #expect(!queue.append(signal("more")))
        #expect(queue.append(.leave))
        let large = QueueBox(next: 1)
        let data = String(repeating: "\u{1}", count: 8192)
        var count = 0
        while large.append(signal(data)) { count += 1 }
        #expect((80...85).contains(count))
    }

    @Test func `a loss withdraws signals without a retry: sent ones become none`() {
        let queue = QueueBox(next: 1)
        _ = queue.append(signal("a", retries: false))
        _ = queue.append(signal("b"))
        #expect(queue.batch().count == 2)
        _ = queue.append(signal("c", retries: false))
        _ = queue.append(signal("d"))
        #expect(
            queue.withdraw() == [signal("a", retries: false), signal("c", retries: false)]
        )
        let batch = queue.batch()
        #expect(batch.map(\.number) == [1, 2, 3])
        #expect(batch.map(\.request) == [.none, signal("b"), signal("d")])
        #expect(queue.withdraw() == [])
    }

    @Test func `a disconnect withdraws everything but the numbers and the leave`() {
        let queue = queue(3)
        _ = queue.batch()
        _ = queue.append(signal("late"))
        _ = queue.append(.leave)
        #expect(queue.withdraw(all: true).count == 4)
        let batch = queue.batch()
        #expect(batch.map(\.number) == [1, 2, 3, 4])
        #expect(batch.map(\.request) == [.none, .none, .none, .leave])
    }

    @Test func `a server that expects an earlier number gets none for the gap`() {
        let queue = queue(2, next: 10)
        _ = queue.batch()
        #expect(queue.rebase(7))
        let batch = queue.batch()
        #expect(batch.map(\.number) == [7, 8, 9, 10, 11])
        #expect(batch.prefix(3).allSatisfy { $0.request == .none })
        #expect(!queue.rebase(-2000))
    }

    @Test func `a server that expects a later number is followed`() {
        let queue = QueueBox(next: 5)
        #expect(queue.rebase(9))
        _ = queue.append(signal("a"))
        #expect(queue.batch().map(\.number) == [9])
    }

    @Test func `a refused post is split, then its only request is withdrawn`() {
        let queue = queue(3)
        _ = queue.batch()
        guard case .split = queue.refusePost() else {
            Issue.record("not split")
            return
        }
        #expect(queue.batch().map(\.number) == [1])
        guard case .withdrawn(signal("0")) = queue.refusePost() else {
            Issue.record("not withdrawn")
            return
        }
        #expect(queue.batch().map(\.request) == [.none])
        guard case .nothingSent = queue.refusePost() else {
            Issue.record("sent")
            return
        }
        _ = queue.answered(1)
        #expect(queue.batch().map(\.number) == [2])
        _ = queue.answered(2)
        _ = queue.answered(3)
        #expect(queue.isEmpty)
    }

    @Test func `requests below the server's next number count as executed`() {
        let queue = queue(4)
        _ = queue.batch()
        #expect(queue.executed(below: 3).count == 2)
        #expect(queue.firstOpen == 3)
        #expect(queue.executed(below: 100).count == 2)
        #expect(queue.firstOpen == 5)
    }
}
