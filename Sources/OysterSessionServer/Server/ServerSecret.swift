// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore

/// Random texts and the server's own secret.
package enum ServerSecret {
    /// Bytes of the system's generator.
    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A new secret of 43 characters.
    package static func make() -> Secret { Secret(Base64URL.text(random(32))) }

    /// The secret that is stored beside a journal; made and stored when there is none.
    package static func beside(journal: String) throws(SettingsError) -> Secret {
        let path = journal + ".secret"
        if let bytes = FileText.read(path, limit: 4096) {
            let text = String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
            guard text.utf8.count >= ProjectSecret.shortest else {
                throw SettingsError("\(path): holds fewer than 32 characters")
            }
            return Secret(text)
        }
        guard errno == ENOENT else { throw SettingsError("\(path): cannot be read: \(reason)") }
        let secret = make()
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SettingsError("\(path): cannot be written: \(reason)") }
        defer { close(file) }
        guard FileText.writeAll(Array((secret.exposed + "\n").utf8), to: file), fsync(file) == 0
        else {
            unlink(path)
            throw SettingsError("\(path): cannot be written")
        }
        return secret
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
