// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Reads the fields of an answer.
///
/// Missing and null optional fields are absent; a value of another type is a decode error and never
/// a silent change.
struct FieldReader {
    let object: JSONObject

    func string(_ key: String) throws(OysterSDKError) -> String {
        guard let value = try optionalString(key), !value.isEmpty else { throw wrong(key) }
        return value
    }

    /// Longest string of a field that has a meaning for the SDK, in bytes.
    static let longestString = 8192

    func optionalString(_ key: String) throws(OysterSDKError) -> String? {
        try optional(key) { value in
            value.stringValue.flatMap { $0.utf8.count <= FieldReader.longestString ? $0 : nil }
        }
    }

    func optionalInteger(_ key: String) throws(OysterSDKError) -> Int? {
        try optional(key) { $0.integerValue.flatMap(Int.init(exactly:)) }
    }

    func optionalNumber(_ key: String) throws(OysterSDKError) -> Double? {
        try optional(key) { $0.doubleValue }
    }

    func optionalBool(_ key: String) throws(OysterSDKError) -> Bool? {
        try optional(key) { $0.boolValue }
    }

    /// An object or null, as it is.
    func optionalObject(_ key: String) throws(OysterSDKError) -> JSONValue? {
        // Mapped, since a bare `nil` would be JSON's null here.
        try optional(key) { value in value.objectValue.map(JSONValue.object) }
    }

    /// An array; missing and null are empty.
    func array(_ key: String) throws(OysterSDKError) -> [JSONValue] {
        try optional(key) { $0.arrayValue } ?? []
    }

    func wrong(_ key: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.responseDecodeFailed,
            raw: ErrorDiagnostics(message: "field \(key) is missing or of another type")
        )
    }

    private func optional<Value>(
        _ key: String,
        _ read: (JSONValue) -> Value?
    ) throws(OysterSDKError) -> Value? {
        guard let value = object[key], !value.isNull else { return nil }
        guard let result = read(value) else { throw wrong(key) }
        return result
    }
}
