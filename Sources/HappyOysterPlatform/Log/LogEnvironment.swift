// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// What the environment says about the log.
package struct LogEnvironment: Sendable {
    package static let levelName = "HAPPYOYSTER_LOG"
    package static let fileName = "HAPPYOYSTER_LOG_FILE"

    /// The number of the lowest level that is logged, one more than the highest for none; nil leaves
    /// it to the host.
    let threshold: Int?
    /// The absolute path of the file that gets every record.
    let path: String?
    /// What is wrong with the variables, for the log.
    let problems: [String]

    /// The accepted words; the index of a level's word is its number.
    private static let words = OysterLogLevel.allCases.map { "\($0)" } + ["none"]

    /// `folder` is what a relative path starts from; nil when there is no such folder.
    package init(level: String? = nil, path: String? = nil, folder: String? = nil) {
        var problems: [String] = []
        threshold = level.flatMap { Self.words.firstIndex(of: $0.lowercased()) }
        if let level, threshold == nil {
            let words = Self.words.joined(separator: ", ")
            let shown = Redactor().redact(String(level.prefix(40)))
            problems.append("\(Self.levelName) is \"\(shown)\", which is none of \(words)")
        }
        self.path = path.flatMap { path in
            path.hasPrefix("/") ? path : folder.map { "\($0)/\(path)" }
        }
        if path != nil, self.path == nil {
            problems.append("\(Self.fileName) is relative, and there is no working directory")
        }
        self.problems = problems
    }

    /// The variables as they are now; they do not count in a set-user-ID process.
    package static var ofProcess: LogEnvironment {
        let path = Environment.text(fileName)
        return LogEnvironment(
            level: Environment.text(levelName),
            path: path,
            folder: path == nil ? nil : WorkingFolder.path
        )
    }
}
