// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform

/// The newest entries of a log, bounded in number and in bytes.
///
/// Entries are kept as printed JSON: a value of a request takes several times the memory of its
/// text, and most entries are never read.
struct EntryLog: Sendable {
    private struct Entry: Sendable {
        let key: String?
        let text: [UInt8]
    }

    /// Older entries are dropped beyond this number.
    static let limit = 10_000
    /// Older entries are dropped beyond this many bytes of JSON.
    static let byteLimit = 16 << 20

    private var entries: [Entry] = []
    private var bytes = 0
    /// Entries that the log has no longer.
    private(set) var dropped = 0

    /// Adds an entry; `key` is what a reader may choose by.
    mutating func add(_ value: JSONValue, key: String?) {
        guard let text = JSONCodec.bytes(value) else {
            dropped += 1
            return
        }
        if entries.count >= Self.limit || bytes + text.count > Self.byteLimit {
            // A batch at a time keeps appending cheap.
            drop(max(1, entries.count / 10))
        }
        entries.append(Entry(key: key, text: text))
        bytes += text.count
    }

    private mutating func drop(_ number: Int) {
        bytes -= entries.prefix(number).reduce(0) { $0 + $1.text.count }
        dropped += min(number, entries.count)
        entries.removeFirst(min(number, entries.count))
    }

    /// The entries, of one key when given, oldest first.
    func values(key: String?) -> [JSONValue] {
        entries.filter { key == nil || $0.key == key }
            .compactMap { try? JSONCodec.parse($0.text) }
    }
}
