// SPDX-License-Identifier: Apache-2.0

/// The lie of the land: never changes, so worlds share it.
package final class Island: Sendable {
    /// Metres along the edge.
    package static let side: Float = 256

    let seed: UInt64

    init(seed: UInt64) { self.seed = seed }
}
