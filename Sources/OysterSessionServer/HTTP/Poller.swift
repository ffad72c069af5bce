// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// Waits for many descriptors, and calls a function for each that is ready.
final class Poller {
    /// A descriptor that is watched.
    struct Watch: Hashable {
        fileprivate let tag: UInt64
        fileprivate let descriptor: Int32
    }

    /// What to wait for.
    enum Interest {
        case readable
        /// The peer has closed its end, or the connection has failed; reported once.
        case gone

        fileprivate var events: UInt32 {
            switch self {
            case .readable: EPOLLIN.rawValue
            case .gone: EPOLLRDHUP.rawValue | EPOLLET.rawValue
            }
        }
    }

    private let epoll: Int32
    private var handlers: [UInt64: () -> Void] = [:]
    private var lastTag: UInt64 = 0
    private var tags = [UInt64](repeating: 0, count: 64)
    private var events = [UInt32](repeating: 0, count: 64)

    /// Nil when the system refuses a descriptor.
    init?() {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        if epoll < 0 { return nil }
    }

    deinit { close(epoll) }

    /// Calls `handler` whenever the descriptor is ready; nil when the system refuses.
    ///
    /// The caller removes the watch before it closes the descriptor.
    func add(
        _ descriptor: Int32,
        _ interest: Interest,
        _ handler: @escaping () -> Void
    ) -> Watch? {
        lastTag += 1
        guard oyster_epoll_add(epoll, descriptor, interest.events, lastTag) == 0 else { return nil }
        handlers[lastTag] = handler
        return Watch(tag: lastTag, descriptor: descriptor)
    }

    /// Ends a watch; its handler is not called again, not even for an event that was already read.
    func remove(_ watch: Watch) {
        guard handlers.removeValue(forKey: watch.tag) != nil else { return }
        _ = oyster_epoll_remove(epoll, watch.descriptor)
    }

    /// Waits until a descriptor is ready or the time has passed, and calls the handlers.
    func wait(_ limit: Duration) {
        let count = oyster_epoll_wait(epoll, &tags, &events, Int32(tags.count), limit.pollTime)
        guard count > 0 else { return }
        for tag in tags.prefix(Int(count)) { handlers[tag]?() }
    }
}

extension Duration {
    /// Milliseconds for a system call: rounded up, within 0 and one hour.
    fileprivate var pollTime: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 3600 else { return 3_600_000 }
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(seconds * 1000 + rest)
    }
}
