// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// The loop as the executor of an actor.
@Suite(.blocking) struct LoopActorTests {
    private actor Register {
        let loop: CurlLoop
        private var numbers: [Int] = []

        init(loop: CurlLoop) { self.loop = loop }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            loop.asUnownedSerialExecutor()
        }

        func add(_ number: Int) -> Bool {
            numbers.append(number)
            return loop.isCurrent
        }

        func count() -> Int { numbers.count }

        var last: Int? { numbers.last }
    }

    @Test func `a job of the loop enters the actor with assumeIsolated`() throws {
        let loop = try #require(CurlLoop())
        let register = Register(loop: loop)
        let recorder = Recorder<Int>()
        for number in 0..<100 {
            loop.run {
                register.assumeIsolated { register in
                    _ = register.add(number)
                    recorder.add(register.count())
                }
            }
        }
        #expect(recorder.wait(for: 100))
        #expect(recorder.entries == Array(1...100))
    }

    @Test func `tasks run the actor's code on the loop`() async throws {
        let loop = try #require(CurlLoop())
        let register = Register(loop: loop)
        for number in 0..<50 { #expect(await register.add(number)) }
        #expect(await register.last == 49)
        let total = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 { group.addTask { await register.add(number) } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(total == 200)
        #expect(await register.count() == 250)
    }

    @Test func `entering the actor from another thread traps`() async {
        await #expect(processExitsWith: .failure) {
            guard let loop = CurlLoop() else { return }
            LoopActorTests.enter(Register(loop: loop))
        }
    }

    private static func enter(_ register: Register) { register.assumeIsolated { _ in } }
}
