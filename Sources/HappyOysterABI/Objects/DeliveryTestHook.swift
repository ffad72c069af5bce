// SPDX-License-Identifier: Apache-2.0
#if DEBUG
    package import HappyOysterCore
    package import HappyOysterThreading

    /// Lets a test intercept what an engine delivers to its callback queue; debug builds only.
    ///
    /// A test that sets `wrap` decides when a completion that is no longer pending reaches the
    /// queue.
    package enum DeliveryTestHook {
        package typealias Wrap = @Sendable (any CallbackDelivery) -> any CallbackDelivery

        /// Wraps the queue of each engine that is created from now on; nil for none.
        package static let wrap = Lock<Wrap?>(nil)
    }
#endif
