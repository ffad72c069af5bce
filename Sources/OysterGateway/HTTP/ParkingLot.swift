// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// Keeps connections that must wait, without a thread for each, and lets them go on in time.
final class ParkingLot: Sendable {
    private struct Place {
        let connection: OpaquePointer
        let until: Duration
        let answer: LateAnswer?

        func isOver(at now: Duration) -> Bool { until <= now || answer?.isReady == true }
    }

    private struct State {
        var places: [Place] = []
        var isWatched = false
        var isClosed = false
    }

    private let state = Condition(State())

    /// Suspends a connection until a monotonic time, or until an answer is there; false when the
    /// lot has closed.
    ///
    /// Only to be called from the callbacks of the connection.
    func park(
        _ connection: OpaquePointer,
        until: Duration,
        orWhen answer: LateAnswer? = nil
    ) -> Bool {
        state.update { state in
            guard !state.isClosed else { return false }
            // One thread waits for all, from the first connection on.
            guard state.isWatched || SystemThread.start("oyster-parking", watch) else {
                return false
            }
            state.isWatched = true
            MHD_suspend_connection(connection)
            state.places.append(Place(connection: connection, until: until, answer: answer))
            return true
        }
    }

    /// Looks at once whether somebody can go on.
    func look() { state.update { _ in } }

    /// Lets all connections go on and takes no more, as libmicrohttpd wants before it stops.
    func close() {
        state.update { state in
            state.isClosed = true
            for place in state.places { MHD_resume_connection(place.connection) }
            state.places = []
        }
    }

    private func watch() {
        state.wait { state in
            guard !state.isClosed else { return .over(()) }
            let now = SystemClock.monotonic
            let over = state.places.filter { $0.isOver(at: now) }
            for place in over { MHD_resume_connection(place.connection) }
            state.places.removeAll { place in
                over.contains { $0.connection == place.connection }
            }
            return .until(state.places.map(\.until).min())
        }
    }
}
