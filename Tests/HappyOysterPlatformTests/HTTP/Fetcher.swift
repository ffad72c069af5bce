// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading

/// The transport on a loop of its own, with waiting.
final class Fetcher: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    let loop: CurlLoop
    let transport: CurlTransport

    init?() {
        guard let loop = CurlLoop() else { return nil }
        self.loop = loop
        transport = CurlTransport(loop: loop)
    }

    /// Sends a request; its outcome goes to the recorder, which tells also a second one.
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

    /// Lets the loop do what is already on its way.
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

    /// Whether there is no answer, for a reason that is neither time nor size.
    var isTransportFailure: Bool {
        failure?.kind == .transport
    }
}
