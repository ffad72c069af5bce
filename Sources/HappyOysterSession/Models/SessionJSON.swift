// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

// The objects of `docs/json.md`.

extension SessionConnection {
    package var json: JSONValue {
        ["id": .string(id), "createdAt": time(createdAtMs), "data": .string(data)]
    }
}

extension SessionStream {
    package var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "connection": connection.json,
            "createdAt": time(createdAtMs), "hasAudio": .bool(hasAudio),
            "hasVideo": .bool(hasVideo), "width": JSONValue(width), "height": JSONValue(height),
            "videoType": .string(videoType.rawValue),
        ]
    }
}

extension SessionCapabilities {
    package var json: JSONValue {
        [
            "canPublish": .bool(canPublish), "canSubscribe": .bool(canSubscribe),
            "canSignal": .bool(canSignal), "canForceMute": .bool(canForceMute),
            "canForceDisconnect": .bool(canForceDisconnect),
        ]
    }
}

extension ReceivedSignal {
    package var json: JSONValue {
        var object = JSONObject()
        object["type"] = type.map(JSONValue.string)
        object["data"] = data.map(JSONValue.string)
        object["from"] = from?.json
        return .object(object)
    }
}

extension SessionEvent {
    package var payload: JSONValue {
        switch notice {
        case .statusChanged(let status): ["status": .string(status.rawValue)]
        case .connected(let connection, let capabilities):
            ["connection": connection.json, "capabilities": capabilities.json]
        case .disconnected(let reason): ["reason": .string(reason.rawValue)]
        case .failed(let error), .error(let error): error.json
        case .reconnecting, .reconnected: [:]
        case .connectionCreated(let connection): ["connection": connection.json]
        case .connectionDestroyed(let connection, let reason):
            ["connection": connection.json, "reason": .string(reason.rawValue)]
        case .streamCreated(let stream): ["stream": stream.json]
        case .streamDestroyed(let stream, let reason):
            ["stream": stream.json, "reason": .string(reason.rawValue)]
        case .streamChanged(let stream, let changes):
            [
                "stream": stream.json,
                "changed": .array(
                    OysterStreamChange.allCases.filter(changes.contains).map {
                        .string($0.rawValue)
                    }
                ),
            ]
        case .signal(let signal): signal.json
        case .muteForced(let isActive): ["active": .bool(isActive)]
        case .archiveStarted(let id, let name): archive(id, name)
        case .archiveStopped(let id): ["id": .string(id)]
        }
    }

    private func archive(_ id: String, _ name: String?) -> JSONValue {
        var object: JSONObject = ["id": .string(id)]
        object["name"] = name.map(JSONValue.string)
        return .object(object)
    }
}

private func time(_ milliseconds: Int64) -> JSONValue {
    .string(ISO8601.fullText(milliseconds: milliseconds))
}
