// SPDX-License-Identifier: Apache-2.0

/// The time of a call.
package struct StoreTime: Equatable, Sendable {
    /// Monotonic time since an arbitrary start; never less than in an earlier call.
    package let now: Duration
    /// Milliseconds since 1970, UTC.
    package let wallMs: Int64

    package init(now: Duration, wallMs: Int64) {
        self.now = now
        self.wallMs = wallMs
    }
}
