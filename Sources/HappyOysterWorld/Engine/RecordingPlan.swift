// SPDX-License-Identifier: Apache-2.0

/// Which file the media of each join go to: `name.webm`, then `name-2.webm`, `name-3.webm`.
struct RecordingPlan {
    private var path: String?
    /// Files that were named since the path was set.
    private var count = 0

    /// Begins anew with a path, or, with nil, records no more.
    mutating func set(_ path: String?) {
        self.path = path
        count = 0
    }

    /// The file of a join, or nil when nothing is to be recorded.
    mutating func nextFile() -> String? {
        guard let path else { return nil }
        count += 1
        return count == 1 ? path : RecordingPlan.numbered(path, count)
    }

    /// The number goes before the extension of the file's name, not of a folder's.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        guard let dot = path[nameStart...].lastIndex(of: "."), dot > nameStart else {
            return "\(path)-\(number)"
        }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
