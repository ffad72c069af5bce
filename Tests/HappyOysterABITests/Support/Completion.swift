// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading

/// The context of one operation: records each call of its `done`.
final class Completion: Sendable {
    struct Answer: Sendable {
        let code: oyster_result
        let json: JSONValue?
        let thread: UInt
    }

    let answers = Recorder<Answer>()
    private let onDone: @Sendable (Completion) -> Void

    /// `onDone` runs inside the callback.
    init(onDone: @escaping @Sendable (Completion) -> Void = { _ in }) { self.onDone = onDone }

    /// Valid until `done` has run; keeps this object alive until then.
    var context: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Releases the context of an operation that was refused.
    func forget() { Unmanaged.passUnretained(self).release() }

    static let done: oyster_done_fn = { context, code, result in
        guard let context else { return }
        // The reference is given up here, so a second call would be a use after free.
        let completion = Unmanaged<Completion>.fromOpaque(context).takeRetainedValue()
        completion.answers.add(
            Answer(code: code, json: Tree.value(result), thread: SystemThread.current)
        )
        completion.onDone(completion)
    }

    /// Waits for the completion; nil when it does not arrive.
    func wait(_ limit: Duration = .seconds(20)) -> Answer? {
        answers.wait(for: 1, limit)
        return answers.entries.first
    }
}

/// JSON trees of the library as values.
enum Tree {
    static func value(_ tree: UnsafePointer<cJSON>?) -> JSONValue? {
        guard let text = oyster_json_print(tree) else { return nil }
        defer { oyster_string_free(text) }
        return try? JSONCodec.parse(Array(String(cString: text).utf8))
    }

    /// The counters of a travel.
    static func stats(_ travel: OpaquePointer?) -> JSONValue? {
        var tree: UnsafeMutablePointer<cJSON>?
        guard oyster_travel_stats(travel, &tree) == 0 else { return nil }
        defer { oyster_json_free(tree) }
        return value(tree)
    }
}
