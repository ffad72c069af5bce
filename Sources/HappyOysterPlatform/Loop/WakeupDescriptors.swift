// SPDX-License-Identifier: Apache-2.0
internal import CCurl
internal import CLinux
import Glibc

/// The pair of sockets by which libcurl is woken, which libcurl 7.88 opens without close-on-exec.
enum WakeupDescriptors {
    /// Makes the pair of a fresh multi handle close-on-exec.
    ///
    /// Other threads may open descriptors at the same time. The pair is recognised by what a wake-up
    /// does to it: a byte waits in one socket, has been sent by the other, and is gone after a poll.
    static func closeOnExec(_ multi: UnsafeMutableRawPointer, among candidates: Set<Int32>) {
        let quiet = candidates.filter { isInheritedSocket($0) && !isMoved($0) }
        guard !quiet.isEmpty, curl_multi_wakeup(multi) == CURLM_OK else { return }
        let moved = quiet.filter(isMoved)
        curl_multi_poll(multi, nil, 0, 0, nil)
        for descriptor in moved where !isMoved(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func isMoved(_ descriptor: Int32) -> Bool {
        oyster_bytes_to_read(descriptor) > 0 || oyster_bytes_on_their_way(descriptor) > 0
    }

    /// Whether it is a local stream socket that a child program would inherit.
    private static func isInheritedSocket(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
            && option(SO_DOMAIN, of: descriptor) == AF_UNIX
            && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
