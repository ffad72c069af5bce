// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import HappyOysterThreading

/// Requests that wait at the same time, each on a thread of its own.
final class ConcurrentRequests {
    private let codes = Condition<[Int?]>([])
    private var count = 0

    init(count: Int, url: String) {
        for _ in 0..<count where start(url) { self.count += 1 }
    }

    private func start(_ url: String) -> Bool {
        SystemThread.start("requests") { [codes] in
            var code: Int?
            do {
                _ = try BlockingRequest("GET", url).perform()
            } catch {
                code = (error as? BlockingFailure)?.code
            }
            codes.update { $0.append(code) }
        }
    }

    /// Waits for all and tells the codes of libcurl with which they failed.
    func join() -> [Int?] {
        codes.wait { $0.count == count ? .over($0) : .until(nil) }
    }
}
