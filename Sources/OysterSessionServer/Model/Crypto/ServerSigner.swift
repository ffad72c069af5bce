// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Signs what the server gives out and later recognises: session ids, stream ids and tickets.
///
/// The text of each kind is `<payload>.<mark>`, both in base64url.
struct ServerSigner: Sendable {
    /// What is signed; a mark of one kind is wrong for every other.
    enum Kind: String {
        case session
        case stream
        case ticket
    }

    /// Bytes of a mark: half an HMAC, which no client can guess.
    private static let markLength = 16

    private let key: [UInt8]

    init(_ secret: Secret) { key = Array(secret.exposed.utf8) }

    /// The signed text of a payload; nil when libcrypto has no memory.
    ///
    /// `context` is what the reader of the text must know besides.
    func text(_ kind: Kind, _ payload: [UInt8], context: [String] = []) -> String? {
        mark(kind, payload, context).map { Base64URL.text(payload) + "." + Base64URL.text($0) }
    }

    /// The payload of a text, without a check of its mark; nil when the text is malformed.
    func payload(of text: String) -> [UInt8]? { ServerSigner.parts(of: text)?.payload }

    /// The payload of a text; nil when it is malformed or its mark is wrong.
    func payload(_ kind: Kind, of text: String, context: [String] = []) -> [UInt8]? {
        guard let (payload, mark) = ServerSigner.parts(of: text),
            let expected = self.mark(kind, payload, context), Digest.isEqual(mark, expected)
        else { return nil }
        return payload
    }

    /// Payload and mark of a text that has both.
    static func parts(of text: String) -> (payload: [UInt8], mark: [UInt8])? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let payload = Base64URL.bytes(parts[0]),
            let mark = Base64URL.bytes(parts[1]), mark.count == markLength
        else { return nil }
        return (payload, mark)
    }

    private func mark(_ kind: Kind, _ payload: [UInt8], _ context: [String]) -> [UInt8]? {
        let fields = [Array(kind.rawValue.utf8), payload] + context.map { Array($0.utf8) }
        let digest = Digest.hmacSHA256(key: key, ByteFields.joined(fields))
        return digest.map { Array($0.prefix(ServerSigner.markLength)) }
    }
}

/// Byte sequences in one, each behind its length of four bytes.
enum ByteFields {
    static func joined(_ fields: [[UInt8]]) -> [UInt8] {
        fields.flatMap { field in
            let length = UInt32(clamping: field.count)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + field
        }
    }

    /// The fields; nil when a length does not fit.
    static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
        var fields: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            fields.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return fields
    }
}
