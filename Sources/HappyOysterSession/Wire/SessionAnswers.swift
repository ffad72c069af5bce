// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What a client of a connection authorises itself with.
package struct SessionAccess: Equatable, Sendable {
    package let connectionId: String
    package let bearer: Secret

    package init(connectionId: String, bearer: Secret) {
        self.connectionId = connectionId
        self.bearer = bearer
    }
}

/// The answer to a connect and to a resume.
package struct ConnectAnswer: Equatable, Sendable {
    package var access: SessionAccess
    package var connection: SessionConnection
    package var ticket: Secret
    package var epoch: String
    package var nextRequest: Int
    package var capabilities: SessionCapabilities
    package var times: SessionTimes
    package var snapshot: SessionSnapshot

    package init(
        connection: SessionConnection,
        bearer: Secret,
        ticket: Secret,
        epoch: String,
        nextRequest: Int,
        capabilities: SessionCapabilities,
        times: SessionTimes = SessionTimes(),
        snapshot: SessionSnapshot
    ) {
        access = SessionAccess(connectionId: connection.id, bearer: bearer)
        self.connection = connection
        self.ticket = ticket
        self.epoch = epoch
        self.nextRequest = nextRequest
        self.capabilities = capabilities
        self.times = times
        self.snapshot = snapshot
    }

    /// Nil when a part that the library needs cannot be read.
    init?(_ object: JSONObject) {
        guard let connection = SessionConnection(object["connection"]),
            let bearer = object.credential("bearer"),
            let ticket = object.credential("resumeTicket"),
            let epoch = object.id("epoch"),
            let snapshot = object["snapshot"]?.objectValue.flatMap(SessionSnapshot.init)
        else { return nil }
        self.init(
            connection: connection,
            bearer: bearer,
            ticket: ticket,
            epoch: epoch,
            nextRequest: max(1, object.number("nextRequest") ?? 1),
            capabilities: SessionCapabilities(object["capabilities"]),
            times: SessionTimes(object),
            snapshot: snapshot
        )
    }
}

/// The times that the session server states.
package struct SessionTimes: Equatable, Sendable {
    package var grace: Duration = .seconds(20)
    package var heartbeat: Duration = .seconds(5)

    package init() {}

    init(_ object: JSONObject) {
        grace = object.milliseconds("graceTimeMs", 0...3_600_000, usual: 20_000)
        heartbeat = object.milliseconds("heartbeatMs", 100...60_000, usual: 5000)
    }
}

/// The first event of an event stream.
package struct HelloEvent: Equatable, Sendable {
    package let epoch: String
    package let times: SessionTimes

    package init(epoch: String, times: SessionTimes = SessionTimes()) {
        self.epoch = epoch
        self.times = times
    }

    init?(_ data: [UInt8]) {
        guard let object = (try? JSONCodec.parse(data, .lenient))?.objectValue,
            let epoch = object.id("epoch")
        else { return nil }
        self.init(epoch: epoch, times: SessionTimes(object))
    }
}

/// An event with its place and its size in bytes.
package struct PlacedEvent: Equatable, Sendable {
    package let position: EventPosition
    package let event: ServerEvent
    package let size: Int

    package init(_ position: EventPosition, _ event: ServerEvent, size: Int = 0) {
        self.position = position
        self.event = event
        self.size = size
    }
}

/// The answer to a long poll.
package struct PollAnswer: Equatable, Sendable {
    package let epoch: String
    package let events: [PlacedEvent]

    package init(epoch: String, events: [PlacedEvent]) {
        self.epoch = epoch
        self.events = events
    }

    /// Nil when the list or the place of an event cannot be read.
    init?(_ object: JSONObject, size: Int) {
        guard let epoch = object.id("epoch"), let list = object["events"]?.arrayValue else {
            return nil
        }
        let events = list.compactMap { value -> PlacedEvent? in
            guard let position = value["id"]?.stringValue.flatMap(EventPosition.init),
                let type = value["type"]?.stringValue
            else { return nil }
            let data = value["data"]?.objectValue ?? JSONObject()
            return PlacedEvent(
                position,
                ServerEvent(type: type, data: data),
                size: size / max(1, list.count)
            )
        }
        guard events.count == list.count else { return nil }
        self.init(epoch: epoch, events: events)
    }
}

/// The answer to a POST of the request lane.
package struct LaneAnswer: Equatable, Sendable {
    package struct Item: Equatable, Sendable {
        package let number: Int
        /// Code and message of a refusal; nil when the request was executed.
        package let refusal: SessionRefusal?
        package let issueId: String?

        package init(number: Int, refusal: SessionRefusal? = nil, issueId: String? = nil) {
            self.number = number
            self.refusal = refusal
            self.issueId = issueId
        }
    }

    package var items: [Item]
    package var nextRequest: Int?
    package var ticket: Secret?

    package init(items: [Item], nextRequest: Int? = nil, ticket: Secret? = nil) {
        self.items = items
        self.nextRequest = nextRequest
        self.ticket = ticket
    }

    init?(_ object: JSONObject) {
        guard let list = object["answers"]?.arrayValue else { return nil }
        items = list.compactMap { value in
            guard let object = value.objectValue, let number = object.number("number") else {
                return nil
            }
            return Item(
                number: number,
                refusal: object.present("error").map {
                    SessionRefusal(status: 200, error: $0.objectValue)
                },
                issueId: object["result"]?.objectValue?.id("issueId")
            )
        }
        nextRequest = object.number("nextRequest")
        ticket = object.credential("resumeTicket")
    }
}

extension JSONObject {
    /// Longest bearer or ticket, in bytes: a ticket holds the data of its connection, up to 4000
    /// bytes, in base64.
    private static let longestCredential = 8192

    /// A bearer or ticket: printable ASCII without blanks, since it is sent in a header.
    fileprivate func credential(_ key: String) -> Secret? {
        guard let text = self[key]?.stringValue,
            (1...JSONObject.longestCredential).contains(text.utf8.count),
            text.utf8.allSatisfy({ (33...126).contains($0) })
        else { return nil }
        return Secret(text)
    }
}
