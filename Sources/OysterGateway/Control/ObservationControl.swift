// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import HappyOysterCore
internal import HappyOysterThreading

/// `GET /requests`, `/commands` and `/census`.
enum ObservationControl {
    /// The logged requests of the API port; `route` selects one route.
    @Sendable static func requests(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        state.log.json(route: call.request.query("route"))
    }

    /// The logged texts of data channels; `encryptedTravelId` selects one travel.
    @Sendable static func commands(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        state.commands.json(travel: call.request.query("encryptedTravelId"))
    }

    /// The number of live objects of each class.
    @Sendable static func census(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        var objects = JSONObject()
        for (name, number) in state.census().sorted(by: { $0.key < $1.key }) {
            objects[name] = JSONValue(number)
        }
        return ["objects": .object(objects)]
    }
}

/// The live objects of the gateway's process, by class.
enum Census {
    /// The function behind `GET /census`: it counts Swift objects and those of the media library.
    static func counter(_ library: MediaLibrary?) -> @Sendable () -> [String: Int] {
        {
            var counts = LiveObjects.counts
            if let library {
                var census = oyster_media_census()
                library.table.pointee.count?(&census)
                counts["media.viewer"] = Int(census.viewers)
                counts["media.peer"] = Int(census.peers)
            }
            return counts
        }
    }
}
