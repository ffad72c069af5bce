// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// One call of the Open API: route, query, body.
package struct APICall: Sendable {
    package let route: String
    package var query: [(name: String, value: String)] = []
    /// Present for POST.
    package var body: JSONObject?
    /// A bound that replaces the configured one.
    package var timeout: Duration?
    /// Whether a service may lack this route.
    package var mayBeMissing = false
}

extension APICall {
    package static func enterTravel(ticket: Secret, maxExperienceTimeSec: Int?) -> APICall {
        var body: JSONObject = ["ticket": .string(ticket.exposed)]
        body["maxExperienceTimeSec"] = maxExperienceTimeSec.map { .integer(Int64($0)) }
        return APICall(route: "travels/enter-travel", body: body)
    }

    package static func status(_ travelId: String, _ heartbeat: Heartbeat) -> APICall {
        APICall(
            route: "travels/status",
            query: [
                ("encryptedTravelId", travelId),
                ("clientStreamStatus", heartbeat.clientStreamStatus),
                ("clientStreamStatusTimeMs", String(heartbeat.sinceMs)),
            ]
        )
    }

    /// Pause, resume and other controls that only name the travel.
    package static func control(_ name: String, _ travelId: String, _ userAgent: String)
        -> APICall
    {
        APICall(
            route: "travels/" + name,
            body: ["encryptedTravelId": .string(travelId), "userAgent": .string(userAgent)]
        )
    }

    package static func rewind(_ travelId: String, toSec: Double, _ userAgent: String) -> APICall {
        control("rewind", travelId, userAgent).adding("rewindToSec", .number(toSec))
    }

    package static func instruct(
        _ travelId: String,
        content: String,
        clientRequestId: String,
        _ userAgent: String
    ) -> APICall {
        control("instruct", travelId, userAgent)
            .adding("content", .string(content))
            .adding("clientRequestId", .string(clientRequestId))
    }

    package static func updateScript(
        _ travelId: String,
        _ script: TravelScript,
        _ userAgent: String
    ) -> APICall {
        control("update-script", travelId, userAgent).adding("scriptList", script.json)
    }

    package static func end(_ travelId: String, failCode: String?, _ userAgent: String) -> APICall {
        control("end", travelId, userAgent).adding("failCode", failCode.map(JSONValue.string))
    }

    /// Ours: the vendor's gate route is not public.
    ///
    /// Takes at most a quarter of `callback_timeout_ms`: start waits for it, and a name server or host
    /// that does not answer delays both.
    package static func featureGate(within bound: Duration) -> APICall {
        APICall(
            route: "feature-gate",
            query: [("sdkVersion", LibraryVersion.text), ("platform", "linux")],
            timeout: min(FeatureGate.timeout, bound / 4),
            mayBeMissing: true
        )
    }

    private func adding(_ key: String, _ value: JSONValue?) -> APICall {
        var copy = self
        copy.body?[key] = value
        return copy
    }
}

/// Percent-encoding of query values: everything but RFC 3986's unreserved characters.
enum PercentEncoding {
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: bytes.append(byte)
            default: bytes += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
