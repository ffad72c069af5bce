// SPDX-License-Identifier: Apache-2.0

/// The planned faults, oldest first.
///
/// At most one affects a request.
struct FaultPlan: Sendable {
    /// Most faults at a time: each request looks at them in order.
    static let capacity = 1000

    private(set) var faults: [Fault] = []

    mutating func add(_ fault: Fault) { faults.append(fault) }

    /// Removes all faults, or those of one route; returns their number.
    mutating func remove(route: String?) -> Int {
        let before = faults.count
        faults.removeAll { route == nil || $0.route == route }
        return before - faults.count
    }

    /// The fault for the next request to an endpoint; counts `skip` and `times` down.
    mutating func take(_ endpoint: String) -> Fault? {
        for index in faults.indices
        where faults[index].route == "*" || faults[index].route == endpoint {
            if faults[index].skip > 0 {
                faults[index].skip -= 1
                continue
            }
            let fault = faults[index]
            if let times = fault.times {
                faults[index].times = times - 1
                if times <= 1 { faults.remove(at: index) }
            }
            return fault
        }
        return nil
    }
}
