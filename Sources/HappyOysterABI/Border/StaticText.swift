// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterThreading

/// Texts that live as long as the process, one copy of each.
enum StaticText {
    private static let copies = Lock<[String: UInt]>([:])

    /// The copy of a text; NULL only when memory ran out.
    static func of(_ text: String) -> UnsafePointer<CChar>? {
        let address = copies.withLock { copies in
            if let known = copies[text] { return known }
            let copy = UInt(bitPattern: strdup(text))
            if copy != 0 { copies[text] = copy }
            return copy
        }
        return UnsafePointer(bitPattern: address)
    }
}
