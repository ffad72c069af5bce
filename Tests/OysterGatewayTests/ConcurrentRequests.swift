// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import HappyOysterThreading

/// Concurrent requests, each on its own thread.
final class ConcurrentRequests {
    private let codes = Condition<[Int?]>([])
    private var count = 0

    init(count: Int, url: String) {
        for _ in 0..<count where start(url) { self.count += 1 }
    }

    private func start(_ url: String) -> Bool {
        SystemThread.start("crowd") { [codes] in
            var code: Int?
            do {
                _ = try BlockingRequest("GET", url).perform()
            } catch {
                code = (error as? BlockingFailure)?.code
            }
            codes.update { $0.append(code) }
        }
    }

    /// Waits for all and returns the libcurl codes with which they failed.
    func join() -> [Int?] {
        codes.wait { $0.count == count ? .over($0) : .until(nil) }
    }
}
