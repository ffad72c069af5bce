// SPDX-License-Identifier: Apache-2.0
import HappyOysterABI
import HappyOysterCore
import HappyOysterWorld
import OysterGateway

/// What is fuzzed in Swift: a reader of foreign text, with the promises that hold for every input.
///
/// A broken promise traps, as libFuzzer wants it.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case json, envelope, command, session, journal

    /// Gives an input to the reader.
    public func run(_ input: [UInt8]) {
        switch self {
        case .json: FuzzTarget.json(input)
        case .envelope: FuzzTarget.envelope(input)
        case .command: FuzzTarget.command(input)
        case .session: FuzzTarget.session(input)
        case .journal: FuzzTarget.journal(input)
        }
    }

    /// The rules of reading agree on what JSON is, and what was read can be written and read again.
    private static func json(_ input: [UInt8]) {
        let exact = try? JSONCodec.parse(input, .exact)
        let lenient = try? JSONCodec.parse(input, .lenient)
        if let exact { precondition(exact == lenient) }
        guard let lenient else { return }
        guard let text = JSONCodec.bytes(lenient) else { preconditionFailure("not written") }
        guard let again = try? JSONCodec.parse(text, .exact) else {
            preconditionFailure("not read again")
        }
        precondition(JSONCodec.bytes(again) == text)
        if let exact { precondition(exact.isSame(again)) }
        precondition(JSONCodec.printWritten(lenient) != nil)
    }

    /// The first byte chooses the HTTP status; every answer is read as every kind of answer.
    private static func envelope(_ input: [UInt8]) {
        let statuses = [200, 401, 403, 429, 503, 204, 302]
        let status = statuses[Int(input.first ?? 0) % statuses.count]
        let response = HTTPResponse(status: status, body: Array(input.dropFirst()))
        do {
            let data = try Envelope.open(response).data
            precondition((200..<300).contains(status))
            read(data)
        } catch {
            precondition(error.code != 0)
            show(error.json)
        }
    }

    private static func read(_ data: JSONObject) {
        if let answer = try? EnterTravelAnswer(data, model: "happyoyster-1.0-directing") {
            precondition(!answer.travel.encryptedTravelId.isEmpty)
            precondition((.seconds(1) ... .seconds(86_400)).contains(answer.noStreamTimeout))
            show(OperationResult.started(answer.travel).json)
            if let config = answer.rtcConfig { precondition(JSONCodec.printWritten(config) != nil) }
            _ = Redactor(answer.secrets).redact(answer.travel.version)
        }
        if let answer = try? TravelStatusAnswer(data) { show(.object(answer.update.json)) }
        if let answer = try? RewindAnswer(data) { precondition(answer.resumedAtSec.isFinite) }
        _ = (InstructAnswer(data), UpdateScriptAnswer(data))
        precondition(EndAnswer(data).durationSec?.isFinite ?? true)
    }

    /// What a host is shown has to become a tree.
    private static func show(_ value: JSONValue) {
        guard let tree = HostTree.make(value) else { preconditionFailure("no tree") }
        HostTree.free(tree)
    }

    /// A text of a client of the gateway, and a script of a host.
    private static func command(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let object = CommandFrame.object(text) { _ = try? CommandFrame(object) }
        if let script = try? TravelScript(text: input) {
            precondition(JSONCodec.bytes(script.json) != nil)
        }
    }
}

extension JSONValue {
    /// Equality but for numbers: `8.0` is written as `8`.
    fileprivate func isSame(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.isSame($1) }
        case (.object(let one), .object(let two)):
            one.members.count == two.members.count
                && zip(one.members, two.members).allSatisfy { one, two in
                    one.key.utf8.elementsEqual(two.key.utf8) && one.value.isSame(two.value)
                }
        case (.integer, _), (.number, _): doubleValue == other.doubleValue
        default: self == other
        }
    }
}
