// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The rules of an image object: `{url}` or `{base64}`, and optionally `referenceType`.
///
/// Only the form of a URL is checked; the gateway loads nothing from the network.
enum ImageRule {
    static let landscape = 1.5...2.0
    static let portrait = 0.5...0.667

    /// Images must stay below this many bytes.
    private static let limit = 6 << 20

    static func check(_ image: Fields, ratio: ClosedRange<Double>?) throws(Refusal) {
        _ = try image.choice("referenceType", ["default"])
        switch (image["url"], image["base64"]) {
        case (.string(let url)?, nil):
            guard isWebAddress(url) else { throw image.bad("url", "must be http or https") }
        case (nil, .string(let text)?): try checkBase64(text, image, ratio)
        default: throw image.bad("url", "give either url or base64, as a string")
        }
    }

    private static func isWebAddress(_ url: String) -> Bool {
        for scheme in ["http://", "https://"] where url.lowercased().hasPrefix(scheme) {
            let host = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            return !host.isEmpty && !url.contains(where: \.isWhitespace)
        }
        return false
    }

    private static func checkBase64(
        _ text: String,
        _ image: Fields,
        _ ratio: ClosedRange<Double>?
    ) throws(Refusal) {
        guard let bytes = Base64.decode(payload(of: text)) else {
            throw image.bad("base64", "is malformed")
        }
        guard bytes.count < limit else { throw image.bad("base64", "must be under 6 MB") }
        guard let header = ImageHeader(bytes) else {
            throw image.bad("base64", "must be JPG, PNG or WebP")
        }
        guard let ratio, let width = header.width, let height = header.height else { return }
        guard height > 0, ratio.contains(Double(width) / Double(height)) else {
            throw image.bad(
                "base64",
                "must have a ratio of \(ratio.lowerBound) to \(ratio.upperBound)"
            )
        }
    }

    /// The base64 part of a data URI, or the whole text.
    private static func payload(of text: String) -> Substring.UTF8View {
        guard text.hasPrefix("data:image/"), let comma = text.firstIndex(of: ",") else {
            return text[...].utf8
        }
        return text[text.index(after: comma)...].utf8
    }
}

/// The header of an image file.
struct ImageHeader: Equatable, Sendable {
    enum Format: Sendable {
        case png
        case jpeg
        case webp
    }

    let format: Format
    /// Nil when the bytes end too early, and always for WebP.
    var width: Int?
    var height: Int?

    /// Nil when the bytes are not an image that the platform supports.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
            guard bytes.count >= 24 else { return }
            width = Self.number(bytes[16..<20])
            height = Self.number(bytes[20..<24])
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            readFrame(ofJPEG: bytes)
        } else if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            format = .webp
        } else {
            return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Searches the segments for the frame header, which contains the size.
    private mutating func readFrame(ofJPEG bytes: [UInt8]) {
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                height = Self.number(bytes[(index + 5)..<(index + 7)])
                width = Self.number(bytes[(index + 7)..<(index + 9)])
                return
            }
            index += 2 + Self.number(bytes[(index + 2)..<(index + 4)])
        }
    }
}

/// The standard base64 alphabet, with or without padding.
enum Base64 {
    /// The bytes of a text; nil when it is not base64.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for character in text {
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 {
                bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
                bits = 0
            }
        }
        guard padding <= 2, padding == 0 || (count + padding) % 4 == 0 else { return nil }
        switch count % 4 {
        case 0: return bytes
        case 2: return bytes + [UInt8(bits >> 4 & 0xFF)]
        case 3: return bytes + [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: return nil
        }
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
