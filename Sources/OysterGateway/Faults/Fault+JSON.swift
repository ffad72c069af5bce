// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Fault {
    /// Reads a fault as `POST /faults` takes it, and as `GET /faults` shows it.
    init(_ object: JSONObject) throws(ControlError) {
        self.init()
        guard object["route"] != nil else { throw ControlError("route: is missing") }
        for (key, value) in object.members {
            guard let member = FaultMember.all.first(where: { $0.name == key }) else {
                throw ControlError("\(key): no such member of a fault")
            }
            guard member.write(&self, value) else {
                throw ControlError("\(key): must be \(member.expects)")
            }
        }
        guard kind != .envelope || envelope != nil else {
            throw ControlError("envelope: is missing")
        }
    }

    /// The fault as `GET /faults` shows it, without the members that it does not have.
    var json: JSONValue {
        var object = JSONObject()
        for member in FaultMember.all { object[member.name] = member.read(self) }
        return .object(object)
    }
}
