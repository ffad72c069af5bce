// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import HappyOysterCore
internal import HappyOysterThreading

/// The log on standard error: one line for each entry.
///
/// An entry has ids and names of tokens, never a token, bearer, ticket or data of a signal. The
/// server does not wait for a reader: a line that would block is dropped and counted.
final class ServerLog {
    /// Lines about refusals in a second; hostile clients write no more.
    private static let refusalsInSecond = 20
    private static let longestName = 128

    private let descriptor: Int32
    private var dropped = 0
    private var second: Int64 = 0
    private var refusals = 0

    init(descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

    /// Writes a line: an event, its named values, and a sentence of the server.
    func write(
        _ event: String,
        _ values: [(name: String, value: String?)] = [],
        _ sentence: String? = nil
    ) {
        var line = "\(ISO8601.fullText(milliseconds: SystemClock.wallMs)) \(event)"
        for (name, value) in values {
            guard let value else { continue }
            line += " \(name)=\(Self.plain(value))"
        }
        if let sentence { line += ": \(sentence)" }
        put(line)
    }

    /// Writes a line about a refused request, at most 20 in a second.
    func writeRefusal(_ values: [(name: String, value: String?)], _ sentence: String) {
        let now = SystemClock.wallMs / 1000
        if now != second {
            if refusals > Self.refusalsInSecond {
                write("refused", [("more", String(refusals - Self.refusalsInSecond))])
            }
            second = now
            refusals = 0
        }
        refusals += 1
        if refusals <= Self.refusalsInSecond { write("refused", values, sentence) }
    }

    /// A text of a client without blanks, control characters and what is not ASCII.
    static func plain(_ text: String) -> String {
        let bytes = text.utf8.prefix(longestName).map { byte in
            byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=") ? byte : UInt8(ascii: "?")
        }
        return bytes.isEmpty ? "-" : String(decoding: bytes, as: UTF8.self)
    }

    private func put(_ line: String) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else {
            dropped += 1
            return
        }
        var text = line + "\n"
        if dropped > 0 {
            text = "log: \(dropped) lines were dropped\n" + text
            dropped = 0
        }
        _ = FileText.writeAll(Array(text.utf8), to: descriptor)
    }
}
