// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What a client presents to continue its connection, signed by the server.
///
/// It holds all that a server without a journal needs to know of the connection.
struct ResumeTicket: Equatable, Sendable {
    /// Most characters of a ticket.
    static let longest = 8192
    private static let version = "1"

    let session: String
    let connection: String
    let role: Role
    /// Milliseconds since 1970.
    let createdAtMs: Int64
    /// Milliseconds since 1970.
    let expiresAtMs: Int64
    let data: String

    init(
        session: String,
        connection: String,
        role: Role,
        createdAtMs: Int64,
        expiresAtMs: Int64,
        data: String
    ) {
        self.session = session
        self.connection = connection
        self.role = role
        self.createdAtMs = createdAtMs
        self.expiresAtMs = expiresAtMs
        self.data = data
    }

    /// The text of the ticket; nil when libcrypto has no memory.
    func text(_ signer: ServerSigner) -> Secret? {
        let fields = [
            ResumeTicket.version, session, connection, role.rawValue, String(createdAtMs),
            String(expiresAtMs), data,
        ]
        let payload = ByteFields.joined(fields.map { Array($0.utf8) })
        return signer.text(.ticket, payload).map { Secret($0) }
    }

    /// Reads a ticket; nil when it is malformed or its mark is wrong.
    init?(_ text: String, _ signer: ServerSigner) {
        guard text.utf8.count <= ResumeTicket.longest,
            let payload = signer.payload(.ticket, of: text),
            let fields = ByteFields.split(payload), fields.count == 7
        else { return nil }
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        guard texts[0] == ResumeTicket.version, let role = Role(rawValue: texts[3]),
            let created = Int64(texts[4]), let expires = Int64(texts[5])
        else { return nil }
        self.init(
            session: texts[1],
            connection: texts[2],
            role: role,
            createdAtMs: created,
            expiresAtMs: expires,
            data: texts[6]
        )
    }
}
