// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport
import Testing

extension SeenCodes {
    /// Runs calls with handles of every wrong kind, then with the right one.
    func run(
        _ calls: [HeaderCall],
        on handle: OpaquePointer?,
        wrong: [OpaquePointer?] = []
    ) {
        for call in calls {
            for other in [nil, OpaquePointer(bitPattern: 0x77)] + wrong { call.run(other, self) }
            call.run(handle, self)
        }
    }

    /// Every code that occurred is named; with prefixes, every code that those functions name
    /// occurred.
    func compare(prefixes: [String]) throws {
        let comments = try HeaderComments()
        #expect(comments.functions.count >= 30 && comments.general.count >= 2)
        for entry in Set(returned.entries)
        where !comments.mayReturn(entry.function, entry.code) {
            Issue.record("\(entry.function) returns \(entry.code), which its comment does not name")
        }
        for entry in Set(completed.entries)
        where !comments.mayComplete(entry.function, entry.code) {
            Issue.record("\(entry.function) completes with \(entry.code), not in its comment")
        }
        // These need another process, 4096 objects, or a lack of memory.
        let rare = [
            code(.OYSTER_ERROR_FORKED), code(.OYSTER_ERROR_SHUT_DOWN),
            code(.OYSTER_ERROR_OUT_OF_RESOURCES), code(.OYSTER_ERROR_LIMIT_REACHED),
        ]
        for (name, function) in comments.functions
        where name != "oyster_engine_shutdown_all" && prefixes.contains(where: name.hasPrefix) {
            let missing = function.returned.subtracting(codes(returnedBy: name))
                .subtracting(rare)
            #expect(missing.isEmpty, "\(name) never returned \(missing.sorted())")
        }
    }
}
