// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import Testing

@testable import HappyOysterPlatform

@Suite struct TimerHeapTests {
    @Test func `the earliest timer comes first, and equal times keep their order`() {
        var heap = TimerHeap<String>()
        let timers = [("c", 3), ("a", 1), ("b1", 2), ("b2", 2), ("b3", 2)]
        for (name, due) in timers { heap.insert(name, due: .seconds(due)) }
        #expect(heap.nextDue == .seconds(1))
        var names: [String] = []
        while let name = heap.popDue(at: .seconds(9)) { names.append(name) }
        #expect(names == ["a", "b1", "b2", "b3", "c"])
        #expect(heap.nextDue == nil)
    }

    @Test func `no timer is due before its time`() {
        var heap = TimerHeap<Int>()
        heap.insert(1, due: .milliseconds(10))
        #expect(heap.popDue(at: .milliseconds(9)) == nil)
        #expect(heap.popDue(at: .milliseconds(10)) == 1)
        #expect(heap.popDue(at: .milliseconds(10)) == nil)
    }

    /// Compares with a list that is sorted at each step.
    @Test(arguments: 1...10) func `random use of the heap agrees with a sorted list`(seed: UInt64) {
        var random = SplitMix(seed)
        var heap = TimerHeap<Int>()
        var list: [(due: Duration, number: Int)] = []
        for number in 0..<3000 {
            switch random.next() % 8 {
            case 0..<5:
                let due = Duration.milliseconds(Int64(random.next() % 300))
                heap.insert(number, due: due)
                list.append((due, number))
            case 5, 6:
                let now = Duration.milliseconds(Int64(random.next() % 300))
                list.sort { ($0.due, $0.number) < ($1.due, $1.number) }
                let expected = list.first.map { $0.due <= now } == true ? list.removeFirst() : nil
                #expect(heap.popDue(at: now) == expected?.number)
            default:
                guard random.next() % 20 == 0 else { continue }
                heap.keep { $0 % 3 != 0 }
                list.removeAll { $0.number % 3 == 0 }
            }
            #expect(heap.count == list.count)
            #expect(heap.nextDue == list.map(\.due).min())
        }
        list.sort { ($0.due, $0.number) < ($1.due, $1.number) }
        var rest: [Int] = []
        while let number = heap.popDue(at: .seconds(1)) { rest.append(number) }
        #expect(rest == list.map(\.number))
    }
}
