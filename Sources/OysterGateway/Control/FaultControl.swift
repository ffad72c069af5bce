// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// `GET`, `POST` and `DELETE /faults`.
enum FaultControl {
    @Sendable static func get(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        ["faults": .array(state.faults.faults.map(\.json))]
    }

    /// Adds a fault, an array of faults, or an answer of `get`.
    ///
    /// If one is invalid, none is added.
    @Sendable static func post(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        var added: [Fault] = []
        let isAnswer = call.body.objectValue?.members.map(\.key) == ["faults"]
        let given = isAnswer ? call.body["faults"] ?? .null : call.body
        for element in given.arrayValue ?? [given] {
            guard let object = element.objectValue else {
                throw ControlError("The body must be a fault, or an array of faults.")
            }
            added.append(try Fault(object))
        }
        let count = state.faults.faults.count
        guard count + added.count <= FaultPlan.capacity else {
            throw ControlError(
                "The gateway keeps at most \(FaultPlan.capacity) faults; it has \(count), and the "
                    + "request adds \(added.count). DELETE /faults removes them."
            )
        }
        for fault in added { state.faults.add(fault) }
        return ["faults": JSONValue(state.faults.faults.count)]
    }

    @Sendable static func delete(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        ["removed": JSONValue(state.faults.remove(route: call.request.query("route")))]
    }
}
