// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// Suspends connections that must wait, and resumes them in time.
///
/// One thread serves all.
final class SuspendedConnections: Sendable {
    private struct Suspension {
        let connection: OpaquePointer
        let until: Duration
        let response: DeferredResponse?

        func isOver(at now: Duration) -> Bool { until <= now || response?.isReady == true }
    }

    private struct State {
        var suspensions: [Suspension] = []
        var isRunning = false
        var isClosed = false
    }

    private let state = Condition(State())

    /// Suspends a connection until a monotonic time, or until a response is available; false after
    /// `close`.
    ///
    /// May only be called from the callbacks of the connection.
    func suspend(
        _ connection: OpaquePointer,
        until: Duration,
        orWhen response: DeferredResponse? = nil
    ) -> Bool {
        state.update { state in
            guard !state.isClosed else { return false }
            // The thread starts with the first suspended connection.
            guard state.isRunning || SystemThread.start("oyster-suspend", watch) else {
                return false
            }
            state.isRunning = true
            MHD_suspend_connection(connection)
            state.suspensions.append(
                Suspension(connection: connection, until: until, response: response)
            )
            return true
        }
    }

    /// Checks at once which connections can be resumed.
    func recheck() { state.update { _ in } }

    /// Resumes all connections and refuses further ones, as libmicrohttpd requires before it stops.
    func close() {
        state.update { state in
            state.isClosed = true
            for suspension in state.suspensions { MHD_resume_connection(suspension.connection) }
            state.suspensions = []
        }
    }

    private func watch() {
        state.wait { state in
            guard !state.isClosed else { return .over(()) }
            let now = SystemClock.monotonic
            let over = state.suspensions.filter { $0.isOver(at: now) }
            for suspension in over { MHD_resume_connection(suspension.connection) }
            state.suspensions.removeAll { suspension in
                over.contains { $0.connection == suspension.connection }
            }
            return .until(state.suspensions.map(\.until).min())
        }
    }
}
