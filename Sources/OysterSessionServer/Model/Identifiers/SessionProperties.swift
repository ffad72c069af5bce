// SPDX-License-Identifier: Apache-2.0

/// What a session was created with; part of its id.
package struct SessionProperties: Equatable, Sendable {
    /// Media is encrypted end to end: a client without an encryption secret is refused.
    package var isEncrypted = false
    /// A publisher cannot unmute a stream that a moderator muted.
    package var isHardMute = false

    package init(isEncrypted: Bool = false, isHardMute: Bool = false) {
        self.isEncrypted = isEncrypted
        self.isHardMute = isHardMute
    }
}

extension SessionProperties {
    private static let version: UInt8 = 1
    private static let nameLength = 16

    /// A new session id of a project; nil when libcrypto has no memory.
    func newID(_ fresh: FreshBytes, of key: String, _ signer: ServerSigner) -> String? {
        let flags: UInt8 = (isEncrypted ? 1 : 0) | (isHardMute ? 2 : 0)
        return signer.text(
            .session,
            [SessionProperties.version, flags] + fresh.name,
            context: [key]
        )
    }

    /// Reads the properties of an id; nil when the id is malformed.
    ///
    /// The mark is checked with ``isSigned(_:of:_:)``, when the project is known.
    init?(id: String) {
        guard Identifier.isValid(id), let payload = ServerSigner.parts(of: id)?.payload,
            payload.count == 2 + SessionProperties.nameLength,
            payload[0] == SessionProperties.version,
            payload[1] < 4
        else { return nil }
        self.init(isEncrypted: payload[1] & 1 != 0, isHardMute: payload[1] & 2 != 0)
    }

    /// Whether this server made an id for a project.
    static func isSigned(_ id: String, of key: String, _ signer: ServerSigner) -> Bool {
        signer.payload(.session, of: id, context: [key]) != nil
    }
}
