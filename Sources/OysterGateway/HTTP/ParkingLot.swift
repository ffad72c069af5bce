// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import Glibc

/// Keeps connections that must wait, without a thread for each, and lets them go on in time.
///
/// `@unchecked Sendable`: every access to the variables happens under `lock`, and the pointers to
/// the lock and its condition never change.
final class ParkingLot: @unchecked Sendable {
    private struct Place {
        let connection: OpaquePointer
        let until: Instant
    }

    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var places: [Place] = []
    private var isClosed = false
    private var thread: pthread_t?

    init() {
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// Suspends a connection until a moment; false when the lot has closed.
    ///
    /// Only to be called from the callbacks of the connection.
    func park(_ connection: OpaquePointer, until: Instant) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        guard !isClosed else { return false }
        startThread()
        MHD_suspend_connection(connection)
        places.append(Place(connection: connection, until: until))
        pthread_cond_signal(changed)
        return true
    }

    /// Lets all connections go on and takes no more, as libmicrohttpd wants before it stops.
    func close() {
        pthread_mutex_lock(lock)
        isClosed = true
        for place in places { MHD_resume_connection(place.connection) }
        places = []
        pthread_cond_signal(changed)
        let thread = thread
        self.thread = nil
        pthread_mutex_unlock(lock)
        if let thread { pthread_join(thread, nil) }
    }

    /// Starts the one waiting thread when the first connection parks.
    private func startThread() {
        guard thread == nil else { return }
        var started = pthread_t()
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &started,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<ParkingLot>.fromOpaque(context).takeRetainedValue().watch()
                return nil
            },
            context.toOpaque()
        )
        if code == 0 { thread = started } else { context.release() }
    }

    private func watch() {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while !isClosed {
            let now = Instant.now()
            for place in places where place.until <= now { MHD_resume_connection(place.connection) }
            places.removeAll { $0.until <= now }
            guard let next = places.map(\.until).min() else {
                pthread_cond_wait(changed, lock)
                continue
            }
            var deadline = next.absolute
            pthread_cond_timedwait(changed, lock, &deadline)
        }
    }
}
