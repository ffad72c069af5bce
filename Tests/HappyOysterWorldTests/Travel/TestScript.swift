// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// Scripts for tests.
enum TestScript {
    static func text(turns: [JSONValue?]) -> [UInt8] {
        let acts = turns.enumerated().map { position, turn -> JSONValue in
            var act: JSONObject = ["content": .string("Act \(position)")]
            act["turn"] = turn
            return .object(act)
        }
        return JSONCodec.bytes(["acts": .array(acts)]) ?? []
    }

    /// A script that the service accepts.
    static func script() throws -> TravelScript {
        try TravelScript(
            text: text(turns: (1...45).map { .integer($0) })
        )
    }
}
