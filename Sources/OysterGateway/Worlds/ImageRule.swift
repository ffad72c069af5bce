// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The rules of an image object: `{url}` or `{base64}`, and optionally `referenceType`.
///
/// A URL is checked by its form alone; this gateway loads nothing from the network.
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
