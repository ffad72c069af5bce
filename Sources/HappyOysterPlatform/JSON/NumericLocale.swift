// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The plain "C" locale for one call on one thread, whatever locale the host has set.
enum NumericLocale {
    /// Made once and kept; `newlocale` touches no state of the host.
    nonisolated(unsafe) private static let locale = newlocale(1 << LC_NUMERIC, "C", nil)

    static func plain<Result>(_ body: () -> Result) -> Result {
        guard let locale else { return body() }
        let before = uselocale(locale)
        defer { _ = uselocale(before) }
        return body()
    }
}
