// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// New scripts of scriptlist travels.
@Suite struct TravelScriptTests {
    @Test(arguments: [Situation.connecting, .running, .rejoining])
    func `a script is sent while the travel is connecting or running`(_ situation: Situation) throws
    {
        var bench = try situation.bench(.scriptlist)
        let script = try TestScript.script()
        bench.send(.updateScript(1, script))
        #expect(bench.requests == [.updateScript(1, script)])
        let answer = UpdateScriptAnswer(["accepted": true, "turnCount": 45])
        bench.send(.scriptAnswered(1, .success(answer)))
        #expect(
            bench.value(1)
                == .scriptUpdated(
                    .init(encryptedTravelId: "travel-1", accepted: true, turnCount: 45)
                )
        )
    }

    @Test func `a refused script fails its completion without an event`() throws {
        var bench = try Situation.running.bench(.scriptlist)
        bench.send(.updateScript(1, try TestScript.script()))
        bench.send(.scriptAnswered(1, .failure(OysterSDKError(403_004))))
        #expect(bench.code(1) == 403_004)
        #expect(bench.error(1)?.operationName == .updateScript)
        #expect(bench.errors.isEmpty)
    }

    @Test func `scripts and instructions in flight get the code of the travel's failure`() throws {
        var bench = try Situation.running.bench(.scriptlist)
        bench.send(.updateScript(1, try TestScript.script()))
        try bench.polled("failed")
        #expect(bench.code(1) == 500_001)
        #expect(bench.errors.count == 1)
    }
}
