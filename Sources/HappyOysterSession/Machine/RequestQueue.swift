// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// A request of the request lane.
package enum LaneRequest: Equatable, Sendable {
    case signal(SessionSignal)
    case forceMuteAll(excluding: [String])
    case disableForceMute
    case forceMuteStream(String)
    case forceDisconnect(String)
    case reportIssue(OperationID, JSONValue)
    case leave
    /// Fills the number of a request that was withdrawn.
    case none

    /// The members but the number.
    var json: JSONObject {
        switch self {
        case .signal(let signal):
            var object: JSONObject = ["op": "signal"]
            object["type"] = signal.type.map(JSONValue.string)
            object["data"] = signal.data.map(JSONValue.string)
            object["to"] = signal.to.map(JSONValue.string)
            return object
        case .forceMuteAll(let excluded):
            guard !excluded.isEmpty else { return ["op": "forceMuteAll"] }
            return [
                "op": "forceMuteAll",
                "excludedStreams": .array(excluded.map(JSONValue.string)),
            ]
        case .disableForceMute: return ["op": "disableForceMute"]
        case .forceMuteStream(let id): return ["op": "forceMuteStream", "stream": .string(id)]
        case .forceDisconnect(let id): return ["op": "forceDisconnect", "connection": .string(id)]
        case .reportIssue(_, let report): return ["op": "reportIssue", "report": report]
        case .leave: return ["op": "leave"]
        case .none: return ["op": "none"]
        }
    }

    /// The operation whose refusal is reported; nil for those of the library.
    var operation: OperationName? {
        switch self {
        case .signal: .sendSignal
        case .forceMuteAll: .forceMuteAll
        case .disableForceMute: .disableForceMute
        case .forceMuteStream: .forceMuteStream
        case .forceDisconnect: .forceDisconnect
        case .reportIssue: .reportIssue
        case .leave, .none: nil
        }
    }

    /// Whether it is sent after a loss of the connection.
    var survivesLoss: Bool {
        switch self {
        case .signal(let signal): signal.retriesAfterReconnect
        case .reportIssue: false
        case .forceMuteAll, .disableForceMute, .forceMuteStream, .forceDisconnect, .leave, .none:
            true
        }
    }
}

/// A request with its number.
package struct NumberedRequest: Equatable, Sendable {
    package let number: Int
    package let request: LaneRequest

    package init(number: Int, request: LaneRequest) {
        self.number = number
        self.request = request
    }
}

/// The requests that wait for the session server, in order: numbered at their first post.
struct RequestQueue {
    /// Most requests that wait, and most bytes of them.
    static let mostRequests = 1000
    static let mostBytes = 4 << 20
    /// Most requests and bytes of one post; the server accepts 64 and 1 MiB.
    private static let batchRequests = 64
    private static let batchBytes = 900_000

    private struct Entry {
        var number = 0
        var request: LaneRequest
        var size: Int
    }

    /// Numbered requests without an answer, then those without a number.
    private var entries: [Entry] = []
    /// Numbered entries.
    private var numbered = 0
    private var bytes = 0
    /// The number of the next request that gets one.
    private var next: Int
    /// Whether posts have one request, since the server refused a whole post.
    private var isSingle = false

    init(next: Int) { self.next = next }

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// Whether a request was sent whose answer is missing.
    var hasSent: Bool { numbered > 0 }

    /// The number of the first request without an answer.
    var firstOpen: Int { numbered > 0 ? entries[0].number : next }

    /// Appends a request; false when too much waits.
    mutating func append(_ request: LaneRequest) -> Bool {
        let size = (JSONCodec.bytes(.object(request.json))?.count ?? 0) + 32
        if request != .leave {
            guard entries.count < RequestQueue.mostRequests,
                bytes + size <= RequestQueue.mostBytes
            else { return false }
        }
        entries.append(Entry(request: request, size: size))
        bytes += size
        return true
    }

    /// The next post: what waits for an answer, then what has not been sent.
    mutating func batch() -> [NumberedRequest] {
        let most = isSingle ? 1 : RequestQueue.batchRequests
        var size = 0
        var batch: [NumberedRequest] = []
        for index in entries.indices.prefix(most) {
            size += entries[index].size
            guard batch.isEmpty || size <= RequestQueue.batchBytes else { break }
            if index >= numbered {
                entries[index].number = next
                next += 1
                numbered += 1
            }
            batch.append(
                NumberedRequest(number: entries[index].number, request: entries[index].request)
            )
        }
        return batch
    }

    /// Removes an answered request; nil for a number that no sent request has.
    mutating func answered(_ number: Int) -> LaneRequest? {
        guard let index = entries[..<numbered].firstIndex(where: { $0.number == number }) else {
            return nil
        }
        return remove(at: index)
    }

    /// Removes the sent requests below a number, whose answers the server no longer has.
    mutating func executed(below number: Int) -> [LaneRequest] {
        var removed: [LaneRequest] = []
        while numbered > 0, entries[0].number < number { removed.append(remove(at: 0)) }
        if numbered == 0 { isSingle = false }
        return removed
    }

    /// Takes the server's next number; false when it is not possible.
    ///
    /// A server that has lost its latest state executes the numbers up to ours again, as nothing.
    mutating func rebase(_ serverNext: Int) -> Bool {
        let gap = firstOpen - serverNext
        guard gap <= RequestQueue.mostRequests else { return false }
        if gap > 0 {
            let fill = (serverNext..<firstOpen).map { number in
                Entry(number: number, request: .none, size: 64)
            }
            entries.insert(contentsOf: fill, at: 0)
            numbered += fill.count
            bytes += 64 * fill.count
        }
        next = max(next, serverNext)
        return true
    }

    /// Withdraws what does not survive a loss, or everything but a leave; returns what it withdrew.
    ///
    /// Sent requests become `none`, others are removed.
    mutating func withdraw(all: Bool = false) -> [LaneRequest] {
        var withdrawn: [LaneRequest] = []
        var kept: [Entry] = []
        for (index, entry) in entries.enumerated() {
            let isOfLibrary = entry.request == .none || entry.request == .leave
            if isOfLibrary || !all && entry.request.survivesLoss {
                kept.append(entry)
            } else {
                withdrawn.append(entry.request)
                bytes -= entry.size
                guard index < numbered else { continue }
                bytes += 64
                kept.append(Entry(number: entry.number, request: .none, size: 64))
            }
        }
        entries = kept
        return withdrawn
    }

    /// After the server refused a whole post: posts one request at a time, or withdraws the only one.
    ///
    /// Returns the withdrawn request; nil when the post is split, false when nothing was sent.
    mutating func refusePost() -> PostRefusal {
        guard numbered > 0 else { return .nothingSent }
        guard isSingle || numbered == 1 else {
            isSingle = true
            return .split
        }
        let request = entries[0].request
        guard request != .none else { return .nothingSent }
        bytes += 64 - entries[0].size
        entries[0] = Entry(number: entries[0].number, request: .none, size: 64)
        return .withdrawn(request)
    }

    enum PostRefusal {
        case split
        case withdrawn(LaneRequest)
        /// No request is to blame.
        case nothingSent
    }

    private mutating func remove(at index: Int) -> LaneRequest {
        let entry = entries.remove(at: index)
        numbered -= 1
        bytes -= entry.size
        if numbered == 0 { isSingle = false }
        return entry.request
    }
}
