// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The content of a file that a host names as its certificate authorities.
struct CertificateFile {
    /// Longest file that is read, in bytes; the system's file has about 200 kB.
    static let limit = 16 << 20

    struct Problem: Error {
        let reason: String
    }

    private let lines: [Substring.UTF8View]

    init(_ path: String) throws(Problem) {
        // Nonblocking, so that opening a named pipe without a writer returns at once.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Problem(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            throw Problem(reason: "it is not a file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Problem(reason: String(cString: strerror(errno))) }
            if count == 0 { break }
            bytes += buffer.prefix(count)
            guard bytes.count <= CertificateFile.limit else {
                throw Problem(reason: "it has more than \(CertificateFile.limit) bytes")
            }
        }
        lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: true) { $0.isNewline }.map(\.utf8)
    }

    /// Whether the file has a certificate in PEM form: base64 of a DER sequence between the BEGIN
    /// and END lines.
    var holdsCertificate: Bool {
        var beginning: Int?
        for (index, line) in lines.enumerated() {
            if CertificateFile.isMark("BEGIN", line) {
                beginning = index
            } else if CertificateFile.isMark("END", line), let first = beginning {
                let block = lines[(first + 1)..<index]
                if block.first?.starts(with: "MI".utf8) == true,
                    block.allSatisfy({ $0.allSatisfy(CertificateFile.isBase64) })
                {
                    return true
                }
                beginning = nil
            }
        }
        return false
    }

    private static func isMark(_ word: String, _ line: Substring.UTF8View) -> Bool {
        ["", "X509 ", "TRUSTED "].contains { kind in
            line.starts(with: "-----\(word) \(kind)CERTIFICATE-----".utf8)
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 43, 47, 61, 32, 9: true
        default: false
        }
    }
}
