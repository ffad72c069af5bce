// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@Suite struct DeliveryBacklogTests {
    private typealias Importance = DeliveryItem.Importance

    /// Items that record their number when they run.
    private func item(_ number: Int, _ importance: Importance, _ recorder: Recorder<Int>)
        -> DeliveryItem
    {
        DeliveryItem(importance) { recorder.add(number) }
    }

    private func drain(_ backlog: inout DeliveryBacklog) {
        while let item = backlog.popFirst() { item.run() }
    }

    @Test func `items leave the backlog in the order of their arrival`() {
        var backlog = DeliveryBacklog()
        let recorder = Recorder<Int>()
        for number in 0..<1000 { #expect(backlog.push(item(number, .status, recorder)) == nil) }
        #expect(backlog.count == 1000)
        drain(&backlog)
        #expect(recorder.entries == Array(0..<1000))
        #expect(backlog.isEmpty)
        #expect(backlog.popFirst() == nil)
    }

    @Test(
        arguments: [
            ([.error, .repeatable, .status, .repeatable], 1),
            ([.error, .status, .error, .essential], 0),
            ([.essential, .status, .status], 1),
            ([.essential, .essential, .status], 2),
        ] as [([DeliveryItem.Importance], Int)]
    )
    func `a full backlog drops the oldest item of the lowest importance`(
        first: [DeliveryItem.Importance],
        victim: Int
    ) {
        var backlog = DeliveryBacklog()
        let recorder = Recorder<Int>()
        for (number, importance) in first.enumerated() {
            #expect(backlog.push(item(number, importance, recorder)) == nil)
        }
        for number in first.count..<DeliveryBacklog.capacity {
            #expect(backlog.push(item(number, .essential, recorder)) == nil)
        }
        let dropped = backlog.push(item(-1, .essential, recorder))
        dropped?.run()
        #expect(recorder.entries == [victim])
        #expect(backlog.count == DeliveryBacklog.capacity)
    }

    @Test func `essential items are accepted even when the backlog is full`() {
        var backlog = DeliveryBacklog()
        let recorder = Recorder<Int>()
        let many = DeliveryBacklog.capacity + 300
        for number in 0..<many { #expect(backlog.push(item(number, .essential, recorder)) == nil) }
        drain(&backlog)
        #expect(recorder.entries == Array(0..<many))
    }

    @Test func `a new item of the lowest importance is dropped itself`() {
        var backlog = DeliveryBacklog()
        let recorder = Recorder<Int>()
        for number in 0..<DeliveryBacklog.capacity {
            #expect(backlog.push(item(number, .status, recorder)) == nil)
        }
        backlog.push(item(-1, .repeatable, recorder))?.run()
        #expect(recorder.entries == [-1])
    }

    @Test func `closing keeps the essential items in order`() {
        var backlog = DeliveryBacklog()
        let recorder = Recorder<Int>()
        let kinds: [Importance] = [.essential, .status, .error, .repeatable]
        for number in 0..<40 { _ = backlog.push(item(number, kinds[number % 4], recorder)) }
        _ = backlog.popFirst()
        #expect(backlog.keepEssential().count == 30)
        #expect(backlog.count == 9)
        drain(&backlog)
        #expect(recorder.entries == Array(stride(from: 4, to: 40, by: 4)))
    }

    /// Compares random pushes and pops with the same rule on a plain list.
    @Test(arguments: 1...8) func `random use of the backlog agrees with a plain list`(seed: UInt64)
    {
        var random = SplitMix(seed)
        var backlog = DeliveryBacklog()
        var model: [(number: Int, importance: Importance)] = []
        let out = Recorder<Int>()
        var expectedOut: [Int] = []
        var (dropped, expectedDropped) = (0, 0)
        for number in 0..<6000 {
            if random.next() % 5 == 0 {
                backlog.popFirst()?.run()
                if !model.isEmpty { expectedOut.append(model.removeFirst().number) }
                continue
            }
            let importance = Importance(rawValue: Int(random.next() % 4)) ?? .status
            if backlog.push(item(number, importance, out)) != nil { dropped += 1 }
            model.append((number, importance))
            if model.count > DeliveryBacklog.capacity,
                let least = model.map(\.importance.rawValue).min(),
                least < Importance.essential.rawValue,
                let index = model.firstIndex(where: { $0.importance.rawValue == least })
            {
                model.remove(at: index)
                expectedDropped += 1
            }
        }
        drain(&backlog)
        #expect(out.entries == expectedOut + model.map(\.number))
        #expect(dropped == expectedDropped)
        #expect(dropped > 0)
    }
}
