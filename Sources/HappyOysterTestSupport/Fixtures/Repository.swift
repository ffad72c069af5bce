// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore
import HappyOysterPlatform

/// The project's own files, for tests that compare the code with them.
package enum Repository {
    package struct Unreadable: Error {
        package let path: String
    }

    private static var root: String {
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    }

    /// Paths of the files in a folder, in order.
    package static func files(in folder: String) throws -> [String] {
        guard let stream = opendir("\(root)/\(folder)") else { throw Unreadable(path: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append("\(folder)/\(name)") }
        }
        return names.sorted()
    }

    /// Bytes of a file, by its path from the project's root.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let stream = fopen("\(root)/\(path)", "r") else { throw Unreadable(path: path) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, stream)
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
    }

    package static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Bytes of a sample message.
    package static func sampleBytes(_ name: String) throws -> [UInt8] {
        try bytes("Tests/wire-samples/\(name).json")
    }

    /// A sample message.
    package static func sample(_ name: String) throws -> JSONValue {
        guard let value = try? JSONCodec.parse(try sampleBytes(name), .exact) else {
            throw Unreadable(path: name)
        }
        return value
    }
}
