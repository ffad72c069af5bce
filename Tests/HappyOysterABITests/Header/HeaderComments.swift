// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport

/// The codes that the header's comments name: for each function that returns a result, those that
/// it returns and those that its `done` gets.
struct HeaderComments {
    struct Function {
        let name: String
        /// Codes that the `@return` names.
        var returned: Set<oyster_result> = []
        /// Codes that "Errors:" names, those of a function that it refers to included.
        var completed: Set<oyster_result> = []
        /// Whether "Errors:" ends with the server's own codes.
        var hasServerCodes = false
        let isAsynchronous: Bool
    }

    /// The comments of the functions that return an `oyster_result`.
    let functions: [String: Function]
    /// Codes that the umbrella header names for all functions at once.
    let general: Set<oyster_result>

    init() throws {
        let codes = try HeaderComments.codes()
        var functions: [String: Function] = [:]
        var comments: [String: String] = [:]
        for file in try Repository.files(in: "include/happyoyster") where file.hasSuffix(".h") {
            let text = try Repository.text(file)
            for (name, comment, signature) in HeaderComments.declarations(text) {
                comments[name] = comment
                functions[name] = Function(
                    name: name,
                    returned: HeaderComments.named(codes, in: comment.after("@return")),
                    isAsynchronous: signature.contains("oyster_done_fn")
                )
            }
        }
        for (name, comment) in comments where functions[name]?.isAsynchronous == true {
            let errors = comment.after("Errors:").before("@param")
            functions[name]?.completed = HeaderComments.numbers(of: codes, in: errors)
            functions[name]?.hasServerCodes = errors.contains("the server's")
            for other in comments.keys where errors.contains("as \(other)()") {
                let text = (comments[other] ?? "").after("Errors:").before("@param")
                var source = text
                // A comment refers to at most one other function.
                for third in comments.keys where text.contains("as \(third)()") {
                    source += (comments[third] ?? "").after("Errors:").before("@param")
                }
                functions[name]?.completed.formUnion(HeaderComments.numbers(of: codes, in: source))
                if source.contains("the server's") { functions[name]?.hasServerCodes = true }
            }
        }
        self.functions = functions
        let chapter = try Repository.text("include/happyoyster.h")
        general = HeaderComments.named(
            codes,
            in: chapter.after("do not repeat").before("# 4.")
        )
    }

    /// Whether a function may return a code.
    func mayReturn(_ name: String, _ code: oyster_result) -> Bool {
        functions[name]?.returned.contains(code) == true || general.contains(code)
    }

    /// Whether a function's `done` may get a code.
    func mayComplete(_ name: String, _ code: oyster_result) -> Bool {
        guard code != 0, let function = functions[name] else { return true }
        return function.completed.contains(code) || general.contains(code)
            || (function.hasServerCodes && (400_000..<600_000).contains(code))
    }

    /// Every `OYSTER_ERROR_…` of `error.h` with its number.
    private static func codes() throws -> [String: oyster_result] {
        var codes: [String: oyster_result] = [:]
        for line in try Repository.text("include/happyoyster/error.h").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let digits = parts[1].filter(\.isNumber)
            let name = parts[0].filter { !$0.isWhitespace }
            guard name.hasPrefix("OYSTER_"), let number = oyster_result(digits) else { continue }
            codes[String(name)] = number
        }
        return codes
    }

    /// Declarations with the comment before them: name, comment in one line, signature.
    private static func declarations(_ text: String) -> [(String, String, String)] {
        var found: [(String, String, String)] = []
        for piece in text.pieces(between: "/**", and: ";") {
            guard let end = piece.firstRange(of: "*/") else { continue }
            let words = piece[..<end.lowerBound].split { $0.isWhitespace || $0 == "*" }
            let signature = String(piece[end.upperBound...])
            guard let start = signature.firstRange(of: "OYSTER_API oyster_result") else { continue }
            let rest = signature[start.upperBound...].drop { $0.isWhitespace }
            let name = String(rest.prefix { $0 != "(" })
            found.append((name, words.joined(separator: " "), signature))
        }
        return found
    }

    private static func named(_ codes: [String: oyster_result], in text: String)
        -> Set<oyster_result>
    {
        let words = text.before("Ownership:").split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return Set(words.compactMap { codes[String($0)] })
    }

    /// The numbers that are codes.
    private static func numbers(of codes: [String: oyster_result], in text: String)
        -> Set<oyster_result>
    {
        let known = Set(codes.values)
        return Set(text.split { !$0.isNumber }.compactMap { oyster_result($0) })
            .intersection(known)
    }
}

extension String {
    /// What follows the first occurrence of a text; nothing without one.
    fileprivate func after(_ text: String) -> String {
        firstRange(of: text).map { String(self[$0.upperBound...]) } ?? ""
    }

    /// What comes before the first occurrence of a text; everything without one.
    fileprivate func before(_ text: String) -> String {
        firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
    }

    /// Everything from each occurrence of one text to the next one of another, which may lie in a
    /// comment and is then skipped.
    fileprivate func pieces(between opening: String, and closing: String) -> [String] {
        components(opening).dropFirst().map { piece in
            guard let end = piece.firstRange(of: "*/") else { return "" }
            let comment = piece[..<end.upperBound]
            let declaration = String(piece[end.upperBound...]).before(closing)
            return comment + declaration
        }
    }

    private func components(_ separator: String) -> [String] {
        var rest = self
        var parts: [String] = []
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = String(rest[range.upperBound...])
        }
        return parts + [rest]
    }
}
