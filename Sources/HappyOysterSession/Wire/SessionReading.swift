// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Reads the session server's HTTP answers.
enum SessionReading {
    /// The answer to a connect or a resume.
    static func connect(_ result: Result<HTTPResponse, HTTPFailure>)
        -> Result<ConnectAnswer, SessionFailure>
    {
        read(result) { object, _ in ConnectAnswer(object) }
    }

    static func poll(_ result: Result<HTTPResponse, HTTPFailure>)
        -> Result<PollAnswer, SessionFailure>
    {
        read(result) { object, size in PollAnswer(object, size: size) }
    }

    static func post(_ result: Result<HTTPResponse, HTTPFailure>)
        -> Result<LaneAnswer, SessionFailure>
    {
        read(result) { object, _ in LaneAnswer(object) }
    }

    private static func read<Answer>(
        _ result: Result<HTTPResponse, HTTPFailure>,
        _ read: (JSONObject, Int) -> Answer?
    ) -> Result<Answer, SessionFailure> {
        switch result {
        case .failure(let failure): return .failure(.network(failure))
        case .success(let response):
            guard (200..<300).contains(response.status) else {
                let refusal = SessionRefusal(
                    status: response.status,
                    body: response.body,
                    retryAfter: response.retryAfter
                )
                return .failure(.refused(refusal))
            }
            let object = (try? JSONCodec.parse(response.body, .lenient))?.objectValue
            guard let answer = object.flatMap({ read($0, response.body.count) }) else {
                return .failure(.unintelligible("the session server's answer cannot be read"))
            }
            return .success(answer)
        }
    }
}

/// Reads one event stream from its parts.
struct EventStreamReading {
    /// Most bytes of a refusal that are kept.
    private static let longestRefusal = 65_536

    private var reader = EventStreamReader()
    private var head: HTTPStreamHead?
    private var refusal: [UInt8] = []

    /// The inputs that a part means; the last part of a stream ends it.
    mutating func read(_ part: HTTPStreamPart) -> [SessionInput] {
        switch part {
        case .head(let head):
            guard self.head == nil else { return [] }
            self.head = head
            guard head.status == 200 else { return [] }
            guard head.contentType == "text/event-stream" else {
                return [.streamEnded(.unintelligible("the event stream has another type"))]
            }
            return [.streamOpened]
        case .piece(let bytes): return take(bytes)
        case .end(let failure): return [.streamEnded(end(failure))]
        }
    }

    private mutating func take(_ bytes: [UInt8]) -> [SessionInput] {
        guard head?.status == 200 else {
            refusal += bytes.prefix(EventStreamReading.longestRefusal - refusal.count)
            return []
        }
        let received = SessionInput.received(bytes: bytes.count)
        do throws(EventStreamReader.Flaw) {
            return [received] + (try reader.read(bytes)).map(EventStreamReading.input)
        } catch {
            return [received, .streamEnded(.unintelligible(error.rawValue))]
        }
    }

    private func end(_ failure: HTTPFailure?) -> SessionFailure {
        if let head, head.status != 200, failure == nil {
            return .refused(
                SessionRefusal(status: head.status, body: refusal, retryAfter: head.retryAfter)
            )
        }
        return failure.map(SessionFailure.network) ?? .ended
    }

    private static func input(_ event: EventStreamReader.Event) -> SessionInput {
        guard event.type != "hello" else {
            guard let hello = HelloEvent(event.data) else {
                return .streamEnded(.unintelligible("the beginning of the event stream"))
            }
            return .hello(hello)
        }
        guard let position = event.id.flatMap(EventPosition.init) else {
            return .streamEnded(.unintelligible("an event has no place in the event stream"))
        }
        let content = ServerEvent(type: event.type, data: event.data)
        return .event(PlacedEvent(position, content, size: event.data.count))
    }
}
