// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import Testing

@testable import HappyOysterWorld

/// The text of a new script.
@Suite struct TravelScriptTextTests {
    private func code(_ text: [UInt8]) -> Int {
        do {
            _ = try TravelScript(text: text)
            return 0
        } catch {
            return error.code
        }
    }

    private static let inOrder: [JSONValue?] = (1...45).map { .integer($0) }

    static let good: [[JSONValue?]] = [
        inOrder,
        inOrder.reversed(),
        // A missing turn is the act's position.
        Array(repeating: nil, count: 45),
        Array(repeating: JSONValue.null, count: 45),
        (1...45).map { $0.isMultiple(of: 2) ? .integer($0) : nil },
        (1...45).map { .number(Double($0)) },
    ]

    @Test(arguments: good)
    func `45 acts with the turns 1 to 45 once each are accepted as a script`(_ turns: [JSONValue?])
    {
        #expect(code(TestScript.text(turns: turns)) == 0)
    }

    static let bad: [[JSONValue?]] = [
        [], [1], Array(inOrder.dropLast()), inOrder + [46],
        [1] + inOrder.dropLast(), [0] + inOrder.dropFirst(), inOrder.dropLast() + [46],
        inOrder.dropLast() + ["45"], inOrder.dropLast() + [1.5], [2, nil] + inOrder.dropFirst(2),
    ]

    @Test(arguments: bad)
    func `another number of acts, or other turns, throw 109002`(
        _ turns: [JSONValue?]
    ) {
        #expect(code(TestScript.text(turns: turns)) == 109_002)
    }

    @Test(arguments: [
        "", "text", "[]", "{}", #"{"acts":{}}"#, #"{"acts":null}"#, #"{"acts":[1,2]}"#,
        #"{"acts":[]} x"#,
    ])
    func `a text that is no object with acts throws 109002`(_ text: String) {
        #expect(code(Array(text.utf8)) == 109_002)
    }

    @Test func `a 46th element is refused even when it is no act`() throws {
        let script = String(
            decoding: TestScript.text(turns: TravelScriptTextTests.inOrder),
            as: UTF8.self
        )
        #expect(code(Array((script.dropLast(2) + #","junk"]}"#).utf8)) == 109_002)
    }

    @Test func `a script longer than 1 MiB throws 109002`() {
        let script = TestScript.text(turns: TravelScriptTextTests.inOrder)
        let padded = script + Array(repeating: UInt8(32), count: (1 << 20) - script.count)
        #expect(code(padded) == 0)
        #expect(code(padded + [32]) == 109_002)
    }

    @Test func `acts are sent unchanged, other keys of the script are not`() throws {
        let text =
            #"{"synopsis":"x","acts":["#
            + (1...45).map { #"{"turn":\#($0),"content":"c","cut":"hard-cut"}"# }
            .joined(separator: ",") + "]}"
        let script = try TravelScript(text: Array(text.utf8))
        #expect(script.json.objectValue?.members.map(\.key) == ["acts"])
        #expect(
            script.json["acts"]?.arrayValue?.first
                == ["turn": 1, "content": "c", "cut": "hard-cut"]
        )
    }
}

/// The text of an instruction.
@Suite struct InstructionTextTests {
    /// The code of a refusal; 0 for a text that is accepted.
    private func code(_ text: String) -> Int {
        do throws(OysterSDKError) {
            try InstructionText.check(text)
            return 0
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        ("Rain", 0), (" x ", 0), (".", 0), ("雨", 0), ("a\r\nb\u{1B}\"\\", 0),
        ("", 400_000), (" ", 400_000), ("\n\t \u{3000}\u{A0}", 400_000),
        ("a\0b", 109_002), ("\0", 109_002),
    ])
    func `an instruction that is blank or has a NUL character is refused`(
        _ text: String,
        _ wanted: Int
    ) {
        #expect(code(text) == wanted)
    }

    @Test(arguments: ["x", "雨", "🦪", "é"])
    func `an instruction has at most 2000 characters, of any size in bytes`(_ character: String) {
        #expect(code(String(repeating: character, count: 2000)) == 0)
        #expect(code(String(repeating: character, count: 2001)) == 400_000)
    }

    @Test func `combining characters of an instruction count one by one`() {
        let text = String(repeating: "e\u{301}", count: 1000)
        #expect(code(text) == 0)
        #expect(code(text + "e") == 400_000)
    }
}

/// The queue of instructions.
@Suite struct InstructionQueueTests {
    @Test func `the instruction queue holds sixteen entries`() {
        var queue = InstructionQueue()
        for number in 1...16 { #expect(queue.append("\(number)", operation: nil) == true) }
        #expect(queue.append("17", operation: nil) == false)
        #expect(queue.removeAll() == 16)
        #expect(queue.isEmpty)
    }

    @Test func `one instruction is in flight at a time, and only its answer frees the next`() {
        var queue = InstructionQueue()
        _ = queue.append("a", operation: nil)
        _ = queue.append("b", operation: 2)
        #expect(queue.beginNext()?.text == "a")
        #expect(queue.beginNext() == nil)
        #expect(queue.finish("b", operation: 2) == false)
        #expect(queue.finish("a", operation: 1) == false)
        #expect(queue.finish("a", operation: nil) == true)
        #expect(queue.beginNext()?.operation == 2)
        #expect(queue.finish("a", operation: nil) == false)
    }

    @Test func `operations are detached from unsent instructions`() {
        var queue = InstructionQueue()
        _ = queue.append("a", operation: 1)
        _ = queue.append("b", operation: 2)
        _ = queue.beginNext()
        #expect(queue.detachWaiting().map(\.0) == [2])
        #expect(queue.detachWaiting().count == 0)
        #expect(queue.finish("a", operation: 1) == true)
        #expect(queue.beginNext()?.operation == nil)
    }
}
