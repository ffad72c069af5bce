// SPDX-License-Identifier: Apache-2.0

/// The body of a request that is sent once: each byte is given to libcurl once.
struct OutgoingBody {
    private var rest: ArraySlice<UInt8>
    private let isEmpty: Bool

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        isEmpty = bytes.isEmpty
    }

    /// Copies the next bytes; nil when all have been given out.
    ///
    /// libcurl knows the length and asks for more than that only to send the body a second time.
    mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
        guard !isEmpty else { return 0 }
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(room.count)
        room.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}
