// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import HappyOysterCore

/// Stores the reports of issues, one file each; the oldest are removed beyond a number.
final class IssueFolder {
    /// Why a report or the directory cannot be used; a text for the operator.
    struct Failure: Error {
        let message: String
    }

    private static let suffix = ".json"

    private let path: String
    private let limit: Int
    /// The names of the files, the oldest first.
    private var names: [String] = []

    /// Opens a directory, which it creates if it is missing.
    init(path: String, limit: Int) throws(Failure) {
        self.path = path
        self.limit = limit
        guard mkdir(path, 0o700) == 0 || errno == EEXIST, let directory = opendir(path) else {
            throw Failure(message: "issues: cannot use \(path): \(Self.reason)")
        }
        defer { closedir(directory) }
        var found: [(time: Int, name: String)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard name.hasSuffix(Self.suffix), stat("\(path)/\(name)", &status) == 0 else {
                continue
            }
            found.append((status.st_mtim.tv_sec, name))
        }
        names = found.sorted { ($0.time, $0.name) < ($1.time, $1.name) }.map(\.name)
    }

    /// Stores a report.
    func store(_ report: IssueReport) throws(Failure) {
        let name = report.id + Self.suffix
        let temporary = "\(path)/.\(report.id).new"
        guard let text = Self.text(report), Self.write(text, to: temporary),
            rename(temporary, "\(path)/\(name)") == 0
        else {
            let reason = Self.reason
            unlink(temporary)
            throw Failure(message: "issues: cannot store \(report.id): \(reason)")
        }
        names.append(name)
        while names.count > limit { unlink("\(path)/\(names.removeFirst())") }
    }

    private static func text(_ report: IssueReport) -> [UInt8]? {
        let value: JSONValue = [
            "id": .string(report.id),
            "session": .string(report.session),
            "connection": .string(report.connection),
            "receivedAt": .string(ISO8601.fullText(milliseconds: report.receivedAtMs)),
            "report": report.report.flatMap { try? JSONCodec.parse($0) } ?? .null,
        ]
        return JSONCodec.bytes(value)
    }

    private static func write(_ text: [UInt8], to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return FileText.writeAll(text, to: file)
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// Small files as a whole.
enum FileText {
    /// The bytes of a file; nil when it cannot be read or is longer than `limit`.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= limit else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
