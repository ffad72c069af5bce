// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Reads the fields of an answer.
///
/// A field with a clear meaning is read in every spelling (`JSONValue/plainText` and its siblings).
/// A field that cannot be read counts as absent; without a required field the answer is 106002.
struct FieldReader {
    /// Longest string of a field that has a meaning for the SDK, in bytes.
    static let longestString = 8192
    /// Longest text that is kept for people, in Unicode scalars.
    private static let longestShown = 2048

    let object: JSONObject

    /// An id that is not blank.
    func required(_ key: String) throws(OysterSDKError) -> String {
        guard let text = text(key), !Word(text).text.isEmpty else { throw missing(key) }
        return text
    }

    /// A word that is not blank and not a number.
    func word(_ key: String) throws(OysterSDKError) -> String {
        guard object[key]?.stringValue != nil else { throw missing(key) }
        return try required(key)
    }

    func text(_ key: String) -> String? {
        object[key]?.plainText.flatMap { $0.utf8.count <= FieldReader.longestString ? $0 : nil }
    }

    /// A text for people, cut at a bound.
    func shownText(_ key: String) -> String? {
        object[key]?.shownText.map { text in
            String(String.UnicodeScalarView(text.unicodeScalars.prefix(FieldReader.longestShown)))
        }
    }

    func integer(_ key: String) -> Int? { object[key]?.plainInteger }

    func number(_ key: String) -> Double? { object[key]?.plainNumber }

    /// A number that is not negative.
    func amount(_ key: String) -> Double? { number(key).flatMap { $0 >= 0 ? $0 : nil } }

    func flag(_ key: String) -> Bool? { object[key]?.plainFlag }

    /// An array; empty when there is none.
    func array(_ key: String) -> [JSONValue] { object[key]?.arrayValue ?? [] }

    func missing(_ key: String) -> OysterSDKError {
        FieldReader.unreadable("the field \(key) is missing or cannot be read")
    }

    /// Throws when the answer to a request about one travel names another one.
    ///
    /// A service may leave the id out.
    func check(isAbout travelId: String) throws(OysterSDKError) {
        guard let named = text("encryptedTravelId"), !Word(named).text.isEmpty, named != travelId
        else { return }
        let shown = String(String.UnicodeScalarView(named.unicodeScalars.prefix(64)))
        throw FieldReader.unreadable("the answer is about another travel (\(shown))")
    }

    private static func unreadable(_ cause: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.responseDecodeFailed,
            cause: cause,
            diagnostics: ErrorDiagnostics(message: cause)
        )
    }
}
