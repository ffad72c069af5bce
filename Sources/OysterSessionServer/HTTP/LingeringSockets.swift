// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
import Glibc
internal import HappyOysterThreading

/// Sockets that were answered before their request had arrived.
///
/// The system resets a connection that is closed with unread bytes, and the client then loses the
/// answer. So the bytes are read and dropped for a short time.
final class LingeringSockets {
    private final class Entry {
        let socket: Int32
        let deadline: Duration
        var watch: Poller.Watch?
        var capacity = LingeringSockets.mostBytes

        init(_ socket: Int32) {
            self.socket = socket
            deadline = SystemClock.monotonic + LingeringSockets.longest
        }
    }

    private static let longest: Duration = .seconds(2)
    private static let mostBytes = 4 << 20
    private static let mostSockets = 128

    private let poller: Poller
    private var entries: [ObjectIdentifier: Entry] = [:]

    init(_ poller: Poller) { self.poller = poller }

    var isEmpty: Bool { entries.isEmpty }

    /// Takes a socket, which it closes.
    func add(_ socket: Int32) {
        let entry = Entry(socket)
        guard entries.count < Self.mostSockets,
            let watch = poller.add(socket, .readable, { [weak self] in self?.drain(entry) })
        else {
            close(socket)
            return
        }
        entry.watch = watch
        entries[ObjectIdentifier(entry)] = entry
    }

    /// Closes the sockets whose time is over.
    func sweep(at now: Duration) {
        for entry in entries.values where now >= entry.deadline { remove(entry) }
    }

    func closeAll() {
        for entry in entries.values { remove(entry) }
    }

    private func drain(_ entry: Entry) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(entry.socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            entry.capacity -= count
            if entry.capacity > 0 { return }
        } else if count < 0, errno == EAGAIN || errno == EINTR {
            return
        }
        remove(entry)
    }

    private func remove(_ entry: Entry) {
        guard entries.removeValue(forKey: ObjectIdentifier(entry)) != nil else { return }
        if let watch = entry.watch { poller.remove(watch) }
        close(entry.socket)
    }
}
