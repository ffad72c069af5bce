// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterSDK

/// An image as a PNG file, stored without compression so that no library is needed.
struct PNG {
    private var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Encodes an RGB24 frame.
    init(_ frame: OysterVideoFrame) {
        let pixels = frame.bytes(ofPlane: 0)
        let row = frame.width * 3
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + frame.height)
        for start in stride(from: 0, to: pixels.count, by: row) {
            rows.append(0)  // filter of the row: none
            rows += pixels[start..<(start + row)]
        }
        let depthAndColour: [UInt8] = [8, 2, 0, 0, 0]
        append("IHDR", PNG.big(frame.width) + PNG.big(frame.height) + depthAndColour)
        append("IDAT", PNG.zlib(rows))
        append("IEND", [])
    }

    func write(to path: String) throws {
        let stream = fopen(path, "w")
        let written = stream.map { fwrite(file, 1, file.count, $0) } ?? 0
        guard let stream, fclose(stream) == 0, written == file.count else {
            throw Failure(what: "cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }

    private mutating func append(_ type: String, _ data: [UInt8]) {
        let body = Array(type.utf8) + data
        file += PNG.big(data.count) + body + PNG.big(Int(PNG.crc(body)))
    }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Stored blocks of up to 65535 bytes.
    private static func zlib(_ data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let block = data[start..<min(start + 65_535, data.count)]
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            result += [block.endIndex == data.count ? 1 : 0, low, high, ~low, ~high]
            result += block
        }
        return result + big(Int(adler(data)))
    }

    private static func adler(_ data: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func crc(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(~0) { crc, byte in
            crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
        }
    }

    private static let table = (UInt32(0)..<256).map { index in
        (0..<8).reduce(index) { value, _ in
            value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
        }
    }
}
