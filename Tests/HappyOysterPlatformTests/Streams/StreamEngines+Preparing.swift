// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport

extension StreamEngines {
    /// Prepares and waits for the outcome; a missing outcome is a failure.
    func prepared(_ choice: String, host: String = "127.0.0.1:1", playsAudio: Bool = false)
        -> Result<StreamSelection, OysterSDKError>
    {
        let results = Recorder<Result<StreamSelection, OysterSDKError>>()
        do throws(OysterSDKError) {
            prepare(try .sample(choice, host: host, playsAudio: playsAudio)) { results.add($0) }
        } catch {
            return .failure(error)
        }
        guard blockUntil({ results.count > 0 }), let result = results.entries.first else {
            return .failure(OysterSDKError(OysterErrorCode.callbackTimeout))
        }
        return result
    }

    /// The adapter at a path, prepared.
    func adapter(_ path: String) throws -> any StreamEngine {
        try prepared(path).get().engine(for: [:]).engine
    }
}

extension RuntimeConfig {
    static func sample(_ choice: String, host: String = "127.0.0.1:1", playsAudio: Bool = false)
        throws(OysterSDKError) -> RuntimeConfig
    {
        var config = OysterConfig(apiHost: host, model: "happyoyster-1.0-adventure")
        config.streamEngine = choice
        config.playsAudio = playsAudio
        return try RuntimeConfig(config)
    }
}

extension Result where Failure == OysterSDKError {
    var failure: OysterSDKError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
