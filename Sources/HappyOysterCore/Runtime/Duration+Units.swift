// SPDX-License-Identifier: Apache-2.0

/// Whole units of a duration, for C interfaces; truncated towards zero, clamped to the type's
/// range.
extension Duration {
    package var wholeMicroseconds: Int64 { whole(perSecond: 1_000_000) }
    package var wholeMilliseconds: Int64 { whole(perSecond: 1000) }

    /// Seconds, to the millisecond.
    package var fractionalSeconds: Double { Double(wholeMilliseconds) / 1000 }

    private func whole(perSecond: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let (scaled, isBeyond) = seconds.multipliedReportingOverflow(by: perSecond)
        let rest = attoseconds / (1_000_000_000_000_000_000 / perSecond)
        let (sum, isJustBeyond) = scaled.addingReportingOverflow(rest)
        guard isBeyond || isJustBeyond else { return sum }
        return seconds < 0 ? .min : .max
    }
}
