// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport

/// The codes that the calls of a test returned and completed with, by function.
final class SeenCodes: Sendable {
    struct Entry: Hashable, Sendable {
        let function: String
        let code: oyster_result
    }

    let returned = Recorder<Entry>()
    let completed = Recorder<Entry>()
    private let pending = Recorder<Completion>()

    /// Calls a function that takes a `done`; records its answer when it arrives.
    func complete(
        _ function: String,
        _ call: (oyster_done_fn, UnsafeMutableRawPointer) -> oyster_result
    ) {
        let completed = completed
        let completion = Completion { completion in
            guard let code = completion.answers.entries.last?.code else { return }
            completed.add(Entry(function: function, code: code))
        }
        let code = call(Completion.done, completion.context)
        returned.add(Entry(function: function, code: code))
        if code == 0 { pending.add(completion) } else { completion.forget() }
    }

    func record(_ function: String, _ code: oyster_result) {
        returned.add(Entry(function: function, code: code))
    }

    /// Whether every accepted operation has completed, exactly once.
    func haveAllCompleted() -> Bool {
        blockUntil { pending.entries.allSatisfy { $0.answers.count > 0 } }
            && pending.entries.allSatisfy { $0.answers.count == 1 }
    }

    func codes(returnedBy function: String) -> Set<oyster_result> {
        Set(returned.entries.filter { $0.function == function }.map(\.code))
    }
}

/// The functions that take a handle, each with valid arguments and with every kind of invalid ones.
struct HeaderCall {
    typealias Run = (OpaquePointer?, SeenCodes) -> Void

    let function: String
    let run: Run

    private init(function: String, run: @escaping Run) {
        self.function = function
        self.run = run
    }

    /// A function without a completion.
    static func plain(
        _ function: String,
        _ call: @escaping (OpaquePointer?) -> oyster_result
    ) -> HeaderCall {
        HeaderCall(function: function) { handle, seen in seen.record(function, call(handle)) }
    }

    /// A function with a completion.
    static func asynchronous(
        _ function: String,
        _ call:
            @escaping (OpaquePointer?, oyster_done_fn, UnsafeMutableRawPointer) ->
            oyster_result
    ) -> HeaderCall {
        HeaderCall(function: function) { handle, seen in
            seen.complete(function) { call(handle, $0, $1) }
        }
    }
}
