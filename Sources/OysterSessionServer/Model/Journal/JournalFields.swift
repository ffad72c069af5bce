// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A member of a journal's line is missing, or has a value that no record has.
struct JournalFlaw: Error, Equatable {
    /// The member's name, or what is wrong, as a clause.
    let text: String

    init(_ text: String) { self.text = text }
}

/// The members of a line of the journal.
struct JournalFields {
    let members: JSONObject

    init(_ value: JSONValue) throws(JournalFlaw) {
        guard let members = value.objectValue else { throw JournalFlaw("no object") }
        self.members = members
    }

    func text(_ name: String) throws(JournalFlaw) -> String {
        guard let text = members[name]?.stringValue else { throw JournalFlaw(name) }
        return text
    }

    /// A text that may be absent.
    func optionalText(_ name: String) throws(JournalFlaw) -> String? {
        members[name] == nil ? nil : try text(name)
    }

    func number(_ name: String) throws(JournalFlaw) -> Int64 {
        guard let number = members[name]?.integerValue else { throw JournalFlaw(name) }
        return number
    }

    /// A number that is not negative, and leaves room to count on.
    func count(_ name: String) throws(JournalFlaw) -> Int {
        let number = try number(name)
        guard (0...(3 << 51)).contains(number) else { throw JournalFlaw(name) }
        return Int(number)
    }

    func flag(_ name: String) throws(JournalFlaw) -> Bool {
        guard let flag = members[name]?.boolValue else { throw JournalFlaw(name) }
        return flag
    }

    func array(_ name: String) throws(JournalFlaw) -> [JSONValue] {
        guard let array = members[name]?.arrayValue else { throw JournalFlaw(name) }
        return array
    }

    func object(_ name: String) throws(JournalFlaw) -> JournalFields {
        guard let value = members[name] else { throw JournalFlaw(name) }
        return try JournalFields(value)
    }

    /// A value of an enum whose raw values are texts.
    func word<Word: RawRepresentable>(_ name: String) throws(JournalFlaw) -> Word
    where Word.RawValue == String {
        guard let word = Word(rawValue: try text(name)) else { throw JournalFlaw(name) }
        return word
    }

    /// Bytes in base64url.
    func bytes(_ name: String) throws(JournalFlaw) -> [UInt8] {
        guard let bytes = Base64URL.bytes(try text(name).utf8) else { throw JournalFlaw(name) }
        return bytes
    }

    /// The session and connection that a record is about.
    func key() throws(JournalFlaw) -> ConnectionKey {
        ConnectionKey(session: try text("session"), connection: try text("connection"))
    }

    func code(_ name: String) throws(JournalFlaw) -> SessionErrorCode {
        guard let code = SessionErrorCode(rawValue: try count(name)) else {
            throw JournalFlaw(name)
        }
        return code
    }
}

extension JSONObject {
    /// The first members of a record about a connection.
    init(_ record: String, _ key: ConnectionKey) {
        self = [
            "record": .string(record), "session": .string(key.session),
            "connection": .string(key.connection),
        ]
    }
}
