// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading

/// A transport on a loop of its own, whose requests can be waited for.
final class Fetcher: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    let loop: CurlLoop
    let transport: CurlTransport

    init?() {
        guard let loop = CurlLoop() else { return nil }
        self.loop = loop
        transport = CurlTransport(loop: loop)
    }

    /// Sends a request; the recorder records its outcome, and a second one if there should be one.
    func start(_ request: HTTPRequest) -> Recorder<Outcome> {
        let recorder = Recorder<Outcome>()
        loop.run { [transport] in _ = transport.send(request) { recorder.add($0) } }
        return recorder
    }

    /// Sends a request and waits for its one outcome.
    func fetch(_ request: HTTPRequest) -> Outcome {
        let recorder = start(request)
        recorder.wait(for: 1)
        settle()
        guard recorder.count == 1 else { return .failure(.transport("\(recorder.count) outcomes")) }
        return recorder.entries[0]
    }

    func fetch(_ url: String, timeout: Duration = .seconds(20)) -> Outcome {
        fetch(HTTPRequest(method: .get, url: url, timeout: timeout))
    }

    /// Waits until the loop has run the jobs that are posted now.
    func settle() {
        for _ in 0..<3 {
            let latch = Latch()
            loop.run { latch.open() }
            latch.wait()
        }
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPFailure {
    var response: HTTPResponse? { try? get() }

    var failure: HTTPFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }

    /// Whether the request failed in the network: not for its time, and not for its answer.
    var isTransportFailure: Bool {
        failure?.kind == .transport
    }
}
