// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// What a child program that the host starts during requests would inherit.
@Suite struct DescriptorTests {
    @Test func `a child process inherits no descriptor of the loop or its connections`() async {
        await #expect(processExitsWith: .success) {
            let before = Inherited.all
            guard let fetcher = Fetcher() else { throw SocketFailure() }
            let asked = Counter()
            let server = try SocketServer { peer in
                _ = peer.readRequest()
                asked.add()
                peer.waitForEnd()
            }
            for host in ["127.0.0.1", "localhost"] {
                let url = "http://\(host):\(server.port)/"
                _ = fetcher.start(HTTPRequest(method: .get, url: url, timeout: .seconds(60)))
            }
            guard blockUntil({ asked.value == 2 }) else { throw SocketFailure() }
            let ours = Inherited.all.subtracting(before)
            // The transport must outlive its transfers.
            fetcher.settle()
            guard ours.isEmpty, server.port > 0 else {
                print("inherited:", ours.map { Inherited.name($0) })
                throw SocketFailure()
            }
        }
    }

    @Test func `the host's sockets keep their close-on-exec flags`() async {
        await #expect(processExitsWith: .success) {
            let stop = Latch()
            let wrong = Counter()
            let made = Counter()
            let host = TestThread {
                while !stop.wait(.zero) {
                    var pair: [Int32] = [0, 0]
                    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
                        continue
                    }
                    made.add()
                    sched_yield()
                    for socket in pair where fcntl(socket, F_GETFD) != 0 { wrong.add() }
                    for socket in pair { close(socket) }
                }
            }
            guard blockUntil({ made.value > 0 }) else { throw SocketFailure() }
            for _ in 0..<50 { guard Fetcher() != nil else { throw SocketFailure() } }
            stop.open()
            guard host.join(), wrong.value == 0 else { throw SocketFailure() }
        }
    }
}

/// Descriptors of this process that are not close-on-exec.
enum Inherited {
    static var all: Set<Int32> {
        var numbers: Set<Int32> = []
        for number: Int32 in 0..<1024 {
            let flags = fcntl(number, F_GETFD)
            if flags >= 0, flags & FD_CLOEXEC == 0 { numbers.insert(number) }
        }
        return numbers
    }

    /// A description of a descriptor, for a failure's text.
    static func name(_ number: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let length = text.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/fd/\(number)", $0, bytes.count) } ?? 0
        }
        return "\(number) " + String(decoding: text.prefix(max(0, length)), as: UTF8.self)
    }
}
