// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading
package import HappyOysterWorld

/// The sessions of one engine.
///
/// Every method may be called from any thread, and none blocks.
package final class SessionEngine: Sendable {
    private struct State {
        var sessions: [UInt64: Session] = [:]
        /// Whether the host released the engine.
        var isClosed = false
    }

    private let state = Lock(State())
    private let actor: SessionActor

    /// `delivery` is the engine's queue, the same as that of its travels.
    package init(dependencies: EngineDependencies, delivery: any CallbackDelivery) {
        actor = SessionActor(dependencies: dependencies, delivery: delivery)
    }

    /// Creates a session, which is not connected; `number` is unique in the process.
    ///
    /// Reads the file that `caFile` names. Throws 1011 for a malformed option and for a file that
    /// cannot be used, 109001 after `close`.
    package func createSession(_ options: SessionOptions, number: UInt64) throws(OysterSDKError)
        -> Session
    {
        var config = try SessionConfig(options)
        do throws(OysterSDKError) {
            config.certificates = try actor.dependencies.certificates.authorities(
                caFile: options.caFile,
                isTLS: config.address.isTLS
            )
        } catch {
            throw OysterSDKError(
                OysterErrorCode.sessionInvalidParameter,
                message: error.message
            )
        }
        let session = Session(number: number, config: config, actor: actor)
        try state.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            state.sessions[number] = session
        }
        actor.adopt(session)
        return session
    }

    /// Releases a session; a connected session leaves in the background.
    package func release(_ session: Session) {
        state.withLock { $0.sessions[session.number] = nil }
        session.release()
    }

    /// Releases every session; only completions with 109006 follow.
    package func close() {
        let sessions = state.withLock { state in
            state.isClosed = true
            defer { state.sessions = [:] }
            return Array(state.sessions.values)
        }
        for session in sessions { session.release() }
    }

    /// Disconnects every session and calls `done` on the loop once all are over; at once without one.
    package func whenIdle(_ done: @escaping @Sendable () -> Void) {
        for session in state.withLock({ Array($0.sessions.values) }) { session.leave() }
        actor.whenIdle(done)
    }
}

/// The part of an engine's sessions that runs on the loop.
///
/// The loop is the actor's executor: jobs of the loop enter with `assumeIsolated`. There are no
/// tasks, and no method waits.
actor SessionActor {
    private let live = LiveObject("SessionActor")
    nonisolated let dependencies: EngineDependencies
    nonisolated let delivery: any CallbackDelivery
    private var drivers: [UInt64: SessionDriver] = [:]
    private var whenIdle: [@Sendable () -> Void] = []

    init(dependencies: EngineDependencies, delivery: any CallbackDelivery) {
        self.dependencies = dependencies
        self.delivery = delivery
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe dependencies.loop.asUnownedSerialExecutor()
    }

    // MARK: From any thread

    nonisolated func adopt(_ session: Session) {
        dependencies.loop.run {
            self.assumeIsolated { actor in
                actor.drivers[session.number] = SessionDriver(session: session, actor: actor)
            }
            self.enter(session.number) { $0.perform() }
        }
    }

    /// Performs what a call on another thread decided, in a later job of the loop.
    nonisolated func post(_ number: UInt64) {
        dependencies.loop.run { self.enter(number) { $0.perform() } }
    }

    /// Calls `done` once no session has or makes a connection.
    nonisolated func whenIdle(_ done: @escaping @Sendable () -> Void) {
        dependencies.loop.run {
            self.assumeIsolated { actor in
                actor.whenIdle.append(done)
                actor.reportIdle()
            }
        }
    }

    // MARK: On the loop

    /// Runs `body` with a session's driver at once; only on the loop.
    nonisolated func enter(_ number: UInt64, _ body: @Sendable (SessionDriver) -> Void) {
        assumeIsolated { actor in
            guard let driver = actor.drivers[number] else { return }
            body(driver)
            if driver.isDisposable { actor.drivers[number] = nil }
            if !actor.whenIdle.isEmpty { actor.reportIdle() }
        }
    }

    private func reportIdle() {
        guard drivers.values.allSatisfy(\.isOver) else { return }
        defer { whenIdle = [] }
        for done in whenIdle { done() }
    }
}
