// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The log's settings from environment variables.
package struct LogEnvironment: Sendable {
    package static let levelName = "HAPPYOYSTER_LOG"
    package static let fileName = "HAPPYOYSTER_LOG_FILE"

    /// The number of the lowest level that is logged, one more than the highest level for none; nil
    /// when the variable is not set or wrong.
    let threshold: Int?
    /// The absolute path of the file that gets every record.
    let path: String?
    /// Warnings about wrong variables, for the log.
    let problems: [String]

    /// The accepted words; the index of a level's word is its number.
    private static let words = OysterLogLevel.allCases.map { "\($0)" } + ["none"]

    /// `folder` is the directory that a relative path starts from; nil when there is none.
    package init(level: String? = nil, path: String? = nil, folder: String? = nil) {
        var problems: [String] = []
        threshold = level.flatMap { Self.words.firstIndex(of: $0.lowercased()) }
        if let level, threshold == nil {
            let words = Self.words.joined(separator: ", ")
            let shown = Redactor().redact(String(level.prefix(40)))
            problems.append("\(Self.levelName) is \"\(shown)\", which is not one of \(words)")
        }
        self.path = path.flatMap { path in
            path.hasPrefix("/") ? path : folder.map { "\($0)/\(path)" }
        }
        if path != nil, self.path == nil {
            problems.append("\(Self.fileName) is relative, and there is no working directory")
        }
        self.problems = problems
    }

    /// The variables of this process; they are ignored in a set-user-ID process.
    package static var ofProcess: LogEnvironment {
        let path = ProcessEnvironment.variable(fileName)
        return LogEnvironment(
            level: ProcessEnvironment.variable(levelName),
            path: path,
            folder: path == nil ? nil : ProcessEnvironment.workingFolder
        )
    }
}
