// SPDX-License-Identifier: Apache-2.0

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
