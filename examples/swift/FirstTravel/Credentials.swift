// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// What the command line asks for.
struct Options {
    var png: String?
    var credentials: String?

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)
        if rest.count >= 2, rest[0] == "--png" {
            png = rest[1]
            rest.removeFirst(2)
        }
        credentials = rest.first
    }
}

/// What the app's server issued for one travel.
struct Credentials: Decodable {
    let apiHost: String
    let model: String
    let token: String
    let ticket: String

    /// Reads a JSON file, or the standard input without one; nil when that cannot be read.
    init?(file path: String?) {
        let descriptor = path.map { open($0, O_RDONLY) } ?? STDIN_FILENO
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        var count = read(descriptor, &part, part.count)
        while count > 0 {
            bytes += part[..<count]
            count = read(descriptor, &part, part.count)
        }
        guard let known = try? JSONDecoder().decode(Credentials.self, from: Data(bytes)) else {
            return nil
        }
        self = known
    }
}
