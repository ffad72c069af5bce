// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// Starts detached threads that receive none of the host's signals.
package enum SystemThread {
    private final class Body {
        let name: String
        let run: () -> Void
        init(name: String, run: @escaping () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts a thread with every signal blocked; false when the system refuses a thread.
    package static func start(_ name: String, _ run: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        // A new thread inherits its creator's signal mask, so the mask is set during the creation
        // and restored afterwards.
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

        let body = Unmanaged.passRetained(Body(name: name, run: run))
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            &attributes,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                pthread_setname_np(pthread_self(), body.name)
                body.run()
                return nil
            },
            body.toOpaque()
        )
        if status != 0 { body.release() }
        return status == 0
    }

    /// An identifier of the calling thread, never 0.
    package static var current: UInt { UInt(pthread_self()) }
}
