// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The codec, as the core asks for it.
package struct SystemJSON: JSONCoding {
    package init() {}

    package func parse(_ text: [UInt8], _ rule: JSONReader.Rule) -> JSONValue? {
        try? JSONCodec.parse(text, rule)
    }

    package func print(_ value: JSONValue) -> [UInt8] { JSONCodec.bytes(value) ?? [] }
}
