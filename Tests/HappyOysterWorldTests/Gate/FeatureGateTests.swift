// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// The rules of the feature gate.
@Suite struct FeatureGateTests {
    private func gate(_ answer: JSONObject) -> FeatureGate {
        var gate = FeatureGate()
        gate.fetched(.success(answer), redactor: Redactor(), at: .zero)
        return gate
    }

    static let open: [JSONObject] = [
        [:], ["enabled": true], ["enabled": nil], ["enabled": "false"], ["enabled": 0],
        ["enabled": true, "minimumVersion": nil], ["minimumVersion": "0.0.1"],
        ["minimumVersion": .string(LibraryVersion.text)], ["minimumVersion": ""],
        ["minimumVersion": "next"], ["minimumVersion": 9], ["minimumVersion": "1.x"],
        ["minimumVersion": "99999999999999999999"],
    ]

    @Test(arguments: open)
    func `an answer without a clear refusal leaves the feature gate open`(_ answer: JSONObject) {
        #expect(gate(answer).refusal == nil)
    }

    @Test(arguments: [101_002, 105_005, 106_001, 106_002, 106_003, 404_000, 500_000])
    func `a feature gate whose answer cannot be read is open`(_ code: Int) {
        var gate = gate(["enabled": false])
        gate.fetched(.failure(OysterSDKError(code)), redactor: Redactor(), at: .seconds(1))
        #expect(gate.refusal == nil)
    }

    @Test func `a disabled SDK is refused with 108001 and has the reason in raw`() {
        let refusal = gate(["enabled": false, "reason": "Maintenance"]).refusal
        #expect(refusal?.code == 108_001)
        #expect(refusal?.diagnostics.message == "Maintenance")
        #expect(gate(["enabled": false]).refusal?.diagnostics.message?.isEmpty == false)
    }

    @Test(arguments: ["0.1.1", "0.2", "1", "1.0.0", "0.1.0.1", "10.0.0"])
    func `a version below the minimum is refused with 108001`(_ minimum: String) {
        let refusal = gate(["enabled": true, "minimumVersion": .string(minimum)]).refusal
        #expect(refusal?.code == 108_001)
        #expect(refusal?.diagnostics.message?.contains(minimum) == true)
    }

    @Test(arguments: [
        ("0.1.0", "0.1", false), ("0.1", "0.1.0", false), ("0.9.0", "0.10.0", true),
        ("0.10.0", "0.9.0", false), ("1.0.0", "0.9.9", false), ("0.1.0", "0.1.0", false),
    ])
    func `versions are compared part by part as numbers`(
        _ mine: String,
        _ minimum: String,
        _ isOlder: Bool
    ) {
        #expect(FeatureGate.isOlder(mine, than: minimum) == isOlder)
    }

    @Test func `an answer of the feature gate is fresh for 60 s`() {
        var gate = FeatureGate()
        #expect(!gate.isFresh(at: .zero))
        gate.fetched(.success([:]), redactor: Redactor(), at: .seconds(100))
        #expect(gate.isFresh(at: .seconds(100)))
        #expect(gate.isFresh(at: .milliseconds(159_999)))
        #expect(!gate.isFresh(at: .seconds(160)))
    }

    @Test func `a feature gate that was reset is open and not fresh`() {
        var gate = gate(["enabled": false])
        gate.reset()
        #expect(gate.refusal == nil)
        #expect(!gate.isFresh(at: .zero))
    }
}
