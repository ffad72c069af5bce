// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import CMicrohttpd
import Glibc

extension SessionServer {
    /// Ends the server on SIGTERM (connections can continue) and SIGINT (they are over).
    ///
    /// The caller has blocked both signals. A second signal ends the process.
    package func watchSignals() -> Bool {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else { return false }
        return poller.add(descriptor, .readable) { [weak self] in
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            guard read(descriptor, &info, size) == size else { return }
            if self?.ending != nil { exit(1) }
            self?.end(isFinal: info.ssi_signo == UInt32(SIGINT))
        } != nil
    }

    /// Ends the server at the end of standard input, if that is a pipe or a socket.
    package func watchStandardInput() {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { return }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFIFO || kind == S_IFSOCK else { return }
        var watch: Poller.Watch?
        watch = poller.add(STDIN_FILENO, .readable) { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard read(STDIN_FILENO, &buffer, buffer.count) <= 0 else { return }
            if let watch { self?.poller.remove(watch) }
            self?.end(isFinal: false)
        }
    }
}

/// What the server does for the process around it.
package enum ServerProcess {
    /// Blocks the signals that `watchSignals` reads, before there is another thread.
    package static func blockSignals() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client may close its HTTP connection while the server writes.
        signal(SIGPIPE, SIG_IGN)
        // The journal or the log may reach the limit of a file's size: the write fails then.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// How many files the process may have open.
    static var openFiles: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the number of open files to what the system permits.
    package static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Reports a state to systemd, if it started the process with `Type=notify`.
    package static func notify(_ state: String) {
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), !path.isEmpty
        else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // An abstract address begins with a NUL byte, which `@` stands for.
        if bytes.first == UInt8(ascii: "@") { address.sun_path.0 = 0 }
        let length = MemoryLayout<sa_family_t>.size + bytes.count
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let text = Array(state.utf8)
        withUnsafeBytes(of: &address) { raw in
            let name = raw.assumingMemoryBound(to: sockaddr.self).baseAddress
            _ = sendto(
                socket,
                text,
                text.count,
                Int32(MSG_NOSIGNAL),
                name,
                socklen_t(length)
            )
        }
    }
}
