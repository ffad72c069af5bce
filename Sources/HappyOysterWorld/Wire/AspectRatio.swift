// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The aspect ratio of a video as `width:height`; other texts of later servers are kept.
struct AspectRatio {
    /// The ratios that the service documents.
    private static let known = [("16:9", 16.0 / 9), ("9:16", 9.0 / 16)]
    /// How far a rounded number may be from a known ratio.
    private static let tolerance = 0.01

    let text: String

    /// Reads a text, or a number from 0.01 to 100 such as 1.78; nil for any other value.
    init?(wire: JSONValue?) {
        guard let wire else { return nil }
        if let number = wire.plainNumber {
            guard (0.01...100).contains(number) else { return nil }
            let near = AspectRatio.known.first {
                abs($0.1 - number) <= $0.1 * AspectRatio.tolerance
            }
            text = near?.0 ?? (JSONValue.number(number).plainText ?? "1") + ":1"
        } else if let word = wire.stringValue, (1...64).contains(word.utf8.count) {
            text = word
        } else {
            return nil
        }
    }
}
