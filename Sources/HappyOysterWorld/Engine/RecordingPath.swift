// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

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
