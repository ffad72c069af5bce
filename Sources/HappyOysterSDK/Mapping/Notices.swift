// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterWorld

extension OysterTravelNotice {
    init(_ notice: TravelNotice) {
        self =
            switch notice {
            case .statusChanged(let status): .event(.statusChanged(status))
            case .error(let error): .event(.error(error))
            case .infoReady(let data): .infoReady(data)
            case .firstFrameGenerated(let url): .firstFrameGenerated(url)
            case .updated(let update): .updated(OysterTravelUpdate(update))
            }
    }
}

extension OysterTravelUpdate {
    init(_ update: TravelUpdate) {
        self.init(
            characterActions: update.characterActions.compactMap(\.stringValue),
            environmentActions: update.environmentActions.compactMap(\.stringValue),
            chapters: update.chapters.compactMap(Chapter.init),
            instructions: update.userInstructions.compactMap(Instruction.init)
        )
    }
}

extension OysterTravelUpdate.Chapter {
    fileprivate init?(_ value: JSONValue) {
        guard value.objectValue != nil else { return nil }
        self.init(
            id: value["chapterId"]?.integerValue.flatMap(Int.init(exactly:)),
            title: value["title"]?.stringValue,
            brief: value["brief"]?.stringValue,
            startTime: value["startTime"]?.doubleValue,
            endTime: value["endTime"]?.doubleValue,
            image: value["chapterImage"]?.stringValue
        )
    }
}

extension OysterTravelUpdate.Instruction {
    fileprivate init?(_ value: JSONValue) {
        guard value.objectValue != nil else { return nil }
        self.init(
            content: value["instruction"]?.stringValue,
            startTime: value["startTime"]?.doubleValue,
            endTime: value["endTime"]?.doubleValue,
            status: value["status"]?.stringValue
        )
    }
}
