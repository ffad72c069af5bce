// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// Keeps connections that must wait, without a thread for each, and lets them go on in time.
final class ParkingLot: Sendable {
    private struct Place {
        let connection: OpaquePointer
        let until: Duration
    }

    private struct State {
        var places: [Place] = []
        var isWatched = false
        var isClosed = false
    }

    private let state = Condition(State())

    /// Suspends a connection until a monotonic time; false when the lot has closed.
    ///
    /// Only to be called from the callbacks of the connection.
    func park(_ connection: OpaquePointer, until: Duration) -> Bool {
        state.update { state in
            guard !state.isClosed else { return false }
            // One thread waits for all, from the first connection on.
            guard state.isWatched || SystemThread.start("oyster-parking", watch) else {
                return false
            }
            state.isWatched = true
            MHD_suspend_connection(connection)
            state.places.append(Place(connection: connection, until: until))
            return true
        }
    }

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
            for place in state.places where place.until <= now {
                MHD_resume_connection(place.connection)
            }
            state.places.removeAll { $0.until <= now }
            return .until(state.places.map(\.until).min())
        }
    }
}
