// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The strict codec, as the core asks for it.
package struct SystemJSON: JSONCoding {
    package init() {}

    package func parse(_ text: [UInt8]) -> JSONValue? { try? JSONCodec.parse(text) }

    package func print(_ value: JSONValue) -> [UInt8] { JSONCodec.bytes(value) ?? [] }
}
