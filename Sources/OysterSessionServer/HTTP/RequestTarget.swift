// SPDX-License-Identifier: Apache-2.0

/// The path and query of a request line.
struct RequestTarget: Equatable {
    /// The segments of the path, decoded; `/healthz` has one.
    let segments: [String]
    /// The members of the query in their order, decoded.
    let query: [(name: String, value: String)]

    /// Longest target that is read, in bytes.
    private static let longest = 8192

    /// Reads a target in origin form (`/a?b=c`) or absolute form; nil when it is malformed.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") })
        else { return nil }
        var rest = Substring(text)
        if !rest.hasPrefix("/") {
            guard let scheme = rest.firstRange(of: "://"),
                let path = rest[scheme.upperBound...].firstIndex(of: "/")
            else { return nil }
            rest = rest[path...]
        }
        let mark = rest.firstIndex(of: "?")
        let path = rest[..<(mark ?? rest.endIndex)].dropFirst()
        var segments: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = Self.decoded(part) else { return nil }
            segments.append(segment)
        }
        var query: [(name: String, value: String)] = []
        if let mark {
            for part in rest[rest.index(after: mark)...].split(separator: "&") {
                let pair = part.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard let name = Self.decoded(pair[0]),
                    let value = pair.count > 1 ? Self.decoded(pair[1]) : ""
                else { return nil }
                query.append((name, value))
            }
        }
        self.segments = segments
        self.query = query
    }

    /// The value of the first member with a name.
    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    static func == (left: RequestTarget, right: RequestTarget) -> Bool {
        left.segments == right.segments
            && left.query.elementsEqual(right.query) { $0 == $1 }
    }

    /// A text with its `%41` resolved; nil when it is not UTF-8 or has a control character.
    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(hexadecimal),
                let low = rest.next().flatMap(hexadecimal)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
