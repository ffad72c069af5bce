// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterTestSupport

/// Requests that wait at the same time, each on a thread of its own.
final class Crowd {
    /// `@unchecked Sendable`: the code is written by the member's thread and read after its end.
    private final class Member: @unchecked Sendable {
        let url: String
        var code: Int?

        init(url: String) { self.url = url }
    }

    private var threads: [(pthread_t, Member)] = []

    init(count: Int, url: String) {
        for _ in 0..<count {
            let member = Member(url: url)
            var thread = pthread_t()
            let context = Unmanaged.passRetained(member).toOpaque()
            let code = pthread_create(
                &thread,
                nil,
                { context in
                    guard let context else { return nil }
                    let member = Unmanaged<Member>.fromOpaque(context).takeRetainedValue()
                    do {
                        _ = try BlockingRequest("GET", member.url).perform()
                    } catch {
                        member.code = (error as? BlockingFailure)?.code
                    }
                    return nil
                },
                context
            )
            if code == 0 { threads.append((thread, member)) }
        }
    }

    /// Waits for all and tells the codes of libcurl with which they failed.
    func join() -> [Int?] {
        threads.map { thread, member in
            pthread_join(thread, nil)
            return member.code
        }
    }
}
