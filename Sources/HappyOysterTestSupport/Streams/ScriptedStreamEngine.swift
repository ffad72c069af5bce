// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterWorld
import Synchronization

/// A stream engine without media: a test controls the connection of each join.
package final class ScriptedStreamEngine: StreamEngine, StreamEngineProvider {
    private struct State {
        var connections: [ScriptedConnection] = []
        var refusal: OysterSDKError?
        var configRefusal: OysterSDKError?
        var isHolding = false
        var waiting: [Preparation] = []
    }

    package typealias Preparation = @Sendable (Result<StreamSelection, OysterSDKError>) -> Void

    private let state = Mutex(State())

    package init() {}

    package let name = "scripted"

    package func suits(rtcConfig: JSONValue) -> Bool { true }

    package func check(_ choice: RuntimeConfig.StreamChoice) throws(OysterSDKError) {
        if let refusal = state.withLock({ $0.configRefusal }) { throw refusal }
    }

    package func prepare(playsAudio: Bool) throws(OysterSDKError) {}

    package func prepare(_ config: RuntimeConfig, _ done: @escaping Preparation) {
        let isHeld = state.withLock { state in
            if state.isHolding { state.waiting.append(done) }
            return state.isHolding
        }
        if !isHeld { done(.success(StreamSelection(self))) }
    }

    package func join(_ request: StreamJoin, sink: any StreamSink) throws(OysterSDKError)
        -> any StreamConnection
    {
        try state.withLock { state throws(OysterSDKError) in
            if let refusal = state.refusal { throw refusal }
            let connection = ScriptedConnection(request, sink: sink)
            state.connections.append(connection)
            return connection
        }
    }

    // MARK: For the test

    package var connections: [ScriptedConnection] { state.withLock { $0.connections } }

    /// Refuses every configuration from now on; nil to accept again.
    package func refuseConfigurations(with error: OysterSDKError?) {
        state.withLock { $0.configRefusal = error }
    }

    /// Holds preparations from now on.
    package func holdPreparations() { state.withLock { $0.isHolding = true } }

    /// The number of held preparations.
    package var heldPreparations: Int { state.withLock { $0.waiting.count } }

    /// Completes the oldest held preparation with this engine, or with an error.
    package func finishPreparation(_ error: OysterSDKError? = nil) {
        let done = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        done?(error.map { .failure($0) } ?? .success(StreamSelection(self)))
    }

    /// Refuses every join from now on; nil to accept again.
    package func refuseJoins(with error: OysterSDKError?) {
        state.withLock { $0.refusal = error }
    }
}
