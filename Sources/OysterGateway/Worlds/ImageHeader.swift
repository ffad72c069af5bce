// SPDX-License-Identifier: Apache-2.0

/// What the first bytes of an image tell.
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

    /// Nil when the bytes are no image that the platform takes.
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

    /// Walks the segments up to the frame header, which alone knows the size.
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
