// SPDX-License-Identifier: Apache-2.0

/// What is known about each code: name, kind, message, advice, consequences.
package enum ErrorCatalog {
    package struct Entry: Sendable {
        package let name: String
        /// Nil where the kind follows from the code's range.
        package let kind: OysterErrorKind?
        package let message: String
        package let advice: String
        /// Whether the library ends a running travel that reports this code.
        ///
        /// Source: reference, section 9.
        package var endsTravel = false
        /// Whether the same call may succeed later without a change by the host.
        package var isRetryable = false
    }

    /// Whether the library ends a running travel that reports this code.
    package static func endsTravel(_ code: Int) -> Bool { entries[code]?.endsTravel ?? false }

    /// Name of any number.
    package static func name(_ code: Int) -> String {
        entries[code]?.name ?? (OysterErrorCode.isServer(code) ? "SERVER" : "UNKNOWN")
    }

    /// What happened, in one sentence.
    package static func message(_ code: Int) -> String {
        entries[code]?.message
            ?? (OysterErrorCode.isServer(code)
                ? "The server refused the request." : "An unknown error occurred.")
    }

    /// Whether a text only repeats the sentence of a code, in any case of letters.
    package static func isMessage(_ text: String, of code: Int) -> Bool {
        func words(_ sentence: String) -> Substring {
            let word = Word(sentence).text[...]
            return word.last == "." ? word.dropLast() : word
        }
        return words(text) == words(message(code))
    }

    /// What happened and why: the sentence of `message(_:)` with a concrete cause.
    package static func message(_ code: Int, cause: String) -> String {
        var (sentence, cause) = (message(code), cause)
        if sentence.last == "." { sentence.removeLast() }
        if cause.last == "." { cause.removeLast() }
        return "\(sentence): \(cause)."
    }

    /// What a developer does about it.
    package static func advice(_ code: Int) -> String {
        entries[code]?.advice
            ?? (OysterErrorCode.isServer(code)
                ? "Look the code up in the service's error table; the server's text is in raw."
                : "Report the code together with the log.")
    }
}

extension OysterErrorCode {
    /// Whether a number lies in the server's ranges.
    package static func isServer(_ code: Int) -> Bool { (400_000...599_999).contains(code) }

    /// Whether a number lies in the range of sessions, publishers and subscribers.
    package static func isSession(_ code: Int) -> Bool { (1000...9999).contains(code) }

    /// Whether a number lies in the range of misuse of the C interface.
    package static func isInterfaceMisuse(_ code: Int) -> Bool {
        (109_000...109_999).contains(code)
    }
}
