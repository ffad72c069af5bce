// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The acts of a scriptlist travel.
///
/// Source: Open API `travels/update-script`.
package struct TravelScript: Equatable, Sendable {
    /// The number of acts that the service requires, with the turns 1 to this number once each.
    package static let turns = 45
    /// Longest text of a script, in bytes.
    package static let textLimit = 1 << 20

    /// The object `{"acts":[…]}`.
    package let json: JSONValue

    /// Reads a script from text.
    ///
    /// Throws 109002 for a text that is no such object, and for acts that are not 45 objects with the
    /// turns 1 to 45. The server checks the content of the acts.
    package init(text: [UInt8]) throws(OysterSDKError) {
        guard text.count <= TravelScript.textLimit, let value = try? JSONCodec.parse(text, .exact),
            let acts = value["acts"]?.arrayValue
        else {
            throw OysterSDKError(
                OysterErrorCode.invalidArgument,
                cause: "the script is not a JSON object with an array of acts",
                operation: .updateScript
            )
        }
        let turns = acts.enumerated().compactMap { position, act -> Int64? in
            guard act.objectValue != nil else { return nil }
            guard let turn = act["turn"], !turn.isNull else { return Int64(position) + 1 }
            return turn.integerValue
        }
        guard acts.count == TravelScript.turns,
            turns.sorted().elementsEqual(1...Int64(TravelScript.turns))
        else {
            throw OysterSDKError(
                OysterErrorCode.invalidArgument,
                cause:
                    "the script has \(acts.count) acts; it needs \(TravelScript.turns), with the "
                    + "turns 1 to \(TravelScript.turns) once each",
                operation: .updateScript
            )
        }
        json = ["acts": .array(acts)]
    }
}
