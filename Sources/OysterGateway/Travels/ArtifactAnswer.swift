// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Travel {
    /// The data of artifacts for a Travel that ended well.
    func artifacts(_ progress: Settings.Artifacts) -> JSONValue {
        let composed: (compose: String, states: [String]) =
            switch progress {
            case .ready: ("ready", ["ready", "ready", "ready"])
            case .partial: ("partial", ["ready", "processing", "unavailable"])
            case .processing, .none: ("processing", ["processing", "processing", "processing"])
            }
        let resolution = JSONValue(world.plan.resolution ?? "480p")
        return [
            "encryptedTravelId": .string(id), "composeStatus": .string(composed.compose),
            "video": [
                "original": variant("original.mp4", "ready", resolution),
                "withWatermark": variant("watermark.mp4", composed.states[0]),
                "withInstruction": variant("instruction.mp4", composed.states[1]),
                "withInstructionAndWatermark": variant("all.mp4", composed.states[2]),
            ],
        ]
    }

    private func variant(
        _ file: String,
        _ status: String,
        _ resolution: JSONValue = .null
    ) -> JSONValue {
        let isReady = status == "ready"
        return [
            "url": isReady ? .string("https://media.oyster.invalid/\(id)/\(file)") : nil,
            "status": .string(status), "resolution": resolution,
            "durationSec": isReady
                ? .integer(lifecycle.played?.components.seconds ?? 0) : .null,
        ]
    }
}
