// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The files of a recording, one for each join: `name.webm`, then `name-2.webm`, `name-3.webm`.
///
/// Counts which of them can still be reported as failed.
struct RecordingPlan {
    private var path: String?
    /// Files since the path was set.
    private var count = 0
    /// Files that were started and whose failure was not reported.
    private var reportable = 0

    /// Starts a recording with a path, or stops it with nil.
    mutating func set(_ path: String?) {
        self.path = path
        count = 0
    }

    /// The file of a join, or nil without a recording.
    mutating func nextFile() -> String? {
        guard let path else { return nil }
        count += 1
        reportable += 1
        return count == 1 ? path : RecordingPlan.numbered(path, count)
    }

    /// Notes a failure; false when every file has failed before.
    mutating func fail() -> Bool {
        guard reportable > 0 else { return false }
        reportable -= 1
        return true
    }

    /// The number goes before the extension of the file's name.
    private static func numbered(_ path: String, _ number: Int) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}

/// The path of a recording: checked and made absolute when the host calls.
package enum RecordingPath {
    /// Longest path, in bytes.
    package static let longest = 4096

    /// Extensions of a file name, in any case of letters; the extension selects the container.
    static let endings = [".webm", ".mkv", ".mp4"]

    /// The absolute path; throws 109002 for a path that names no file of a known container.
    ///
    /// A later change of the working directory does not move the next files of a recording.
    package static func resolve(_ path: String, in folder: () -> String?) throws(OysterSDKError)
        -> String
    {
        guard (1...longest).contains(path.utf8.count), !path.utf8.contains(0) else {
            throw refusal("the path of a recording has 1 to \(longest) bytes and no NUL")
        }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let isNamed = endings.contains { ending in
            name.utf8.count > ending.utf8.count && name.lowercased().hasSuffix(ending)
        }
        guard isNamed else {
            throw refusal("the name of a recording ends in \(endings.joined(separator: ", "))")
        }
        if path.utf8.first == UInt8(ascii: "/") { return path }
        guard let folder = folder() else { throw refusal("the working directory cannot be read") }
        return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    private static func refusal(_ text: String) -> OysterSDKError {
        OysterSDKError(OysterErrorCode.invalidArgument, cause: text, operation: .record)
    }
}
