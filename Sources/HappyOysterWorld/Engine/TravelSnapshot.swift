// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// What any thread may read of a travel, as of the last input.
struct TravelSnapshot {
    var status = OysterTravelStatus.idle
    var isEndingOrOver = false
    var info: OysterStartTravelData?
    var update = TravelUpdate()
    var streamEngine: String?
    /// The newest connection, kept after leaving for its figures.
    var connection: (any StreamConnection)?
    /// Actions that would not be refused locally.
    var possible: Set<OysterAction> = [.start, .end]
    var counters = TravelCounters()

    /// The object of `docs/json.md`, without media URLs.
    var json: JSONValue {
        var object: JSONObject = ["status": .string(status.rawValue)]
        if let info {
            object["encryptedTravelId"] = .string(info.encryptedTravelId)
            object["encryptedWorldId"] = .string(info.encryptedWorldId)
            object["mode"] = .string(info.mode.rawValue)
            object["version"] = .string(info.version)
            object["creationModel"] = .string(info.creationModel)
            object["aspectRatio"] = JSONValue(info.aspectRatio)
            object["maxExperienceTimeSec"] = JSONValue(info.maxExperienceTimeSec)
            for (key, value) in update.withoutMedia.json.members { object[key] = value }
        }
        if let streamEngine { object["streamEngine"] = .string(streamEngine) }
        return .object(object)
    }
}

/// What a travel counts.
struct TravelCounters {
    var requests = 0
    var polls = 0
    var pollFailures = 0
    var commandsSubmitted = 0
    var commandsSent = 0
    var commandsRefused = 0
    var eventsDropped = 0

    var json: JSONObject {
        [
            "requests": JSONValue(requests),
            "polls": JSONValue(polls),
            "pollFailures": JSONValue(pollFailures),
            "commandsSubmitted": JSONValue(commandsSubmitted),
            "commandsSent": JSONValue(commandsSent),
            "commandsMerged": JSONValue(max(0, commandsSubmitted - commandsSent - commandsRefused)),
            "commandsRefused": JSONValue(commandsRefused),
            "eventsDropped": JSONValue(eventsDropped),
        ]
    }
}

extension TravelUpdate {
    /// The same lists without the URLs of pictures.
    var withoutMedia: TravelUpdate {
        var copy = self
        copy.chapters = chapters.map { chapter in
            guard var object = chapter.objectValue else { return chapter }
            object["chapterImage"] = nil
            return .object(object)
        }
        return copy
    }
}
