// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// What any thread can read of a travel.
struct PublishedTravel {
    var snapshot = TravelSnapshot()
    var streamEngine: String?
    /// The newest connection; its stats stay readable after the stream was left.
    var connection: (any StreamConnection)?
    var counters = TravelCounters()

    /// The object of `docs/json.md`, without media URLs.
    var json: JSONValue {
        var object: JSONObject = ["status": .string(snapshot.status.rawValue)]
        if let info = snapshot.info {
            object["encryptedTravelId"] = .string(info.encryptedTravelId)
            object["encryptedWorldId"] = .string(info.encryptedWorldId)
            object["mode"] = .string(info.mode.rawValue)
            object["version"] = .string(info.version)
            object["creationModel"] = .string(info.creationModel)
            object["aspectRatio"] = JSONValue(info.aspectRatio)
            object["maxExperienceTimeSec"] = JSONValue(info.maxExperienceTimeSec)
            for (key, value) in snapshot.update.withoutMedia.json.members { object[key] = value }
        }
        if let streamEngine { object["streamEngine"] = .string(streamEngine) }
        return .object(object)
    }
}

extension TravelUpdate {
    /// The same lists without the URLs of images.
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
