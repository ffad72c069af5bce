// SPDX-License-Identifier: Apache-2.0
internal import CCurl
internal import CLinux
import Glibc

/// The pair of sockets that wakes libcurl; libcurl 7.88 opens them without close-on-exec.
enum WakeupDescriptors {
    /// Makes the pair of a new multi handle close-on-exec.
    ///
    /// Other threads may open descriptors at the same time. The pair is recognised by the effect of
    /// a wakeup: one socket has sent a byte, the byte waits in the other, and a poll removes it.
    static func closeOnExec(_ multi: UnsafeMutableRawPointer, among candidates: Set<Int32>) {
        let quiet = candidates.filter { isInheritedSocket($0) && !holdsByte($0) }
        guard !quiet.isEmpty, curl_multi_wakeup(multi) == CURLM_OK else { return }
        let woken = quiet.filter(holdsByte)
        curl_multi_poll(multi, nil, 0, 0, nil)
        for descriptor in woken where !holdsByte(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func holdsByte(_ descriptor: Int32) -> Bool {
        oyster_bytes_to_read(descriptor) > 0 || oyster_bytes_unread_by_peer(descriptor) > 0
    }

    /// Whether a descriptor is a local stream socket that a child program would inherit.
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
