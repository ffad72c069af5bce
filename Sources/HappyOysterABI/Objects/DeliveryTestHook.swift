// SPDX-License-Identifier: Apache-2.0
#if DEBUG
    package import HappyOysterCore
    package import HappyOysterThreading

    /// Where a test can stand between an engine and its line of callbacks; debug builds only.
    ///
    /// A test that sets it decides when a completion that was taken out of the pending ones reaches
    /// the line.
    package enum DeliveryTestHook {
        package typealias Wrap = @Sendable (any DeliveryPort) -> any DeliveryPort

        /// Applied to the line of each engine that is created from now on; nil for none.
        package static let wrap = Lock<Wrap?>(nil)
    }
#endif
