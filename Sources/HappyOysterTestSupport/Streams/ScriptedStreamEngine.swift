// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterWorld
import Synchronization

/// A stream engine without media: each join is a connection that the test moves by hand.
package final class ScriptedStreamEngine: StreamEngine, StreamEngineProvider {
    private struct State {
        var connections: [ScriptedConnection] = []
        var refusal: OysterSDKError?
    }

    private let state = Mutex(State())

    package init() {}

    package let name = "scripted"

    package func suits(rtcConfig: JSONValue) -> Bool { true }

    package func engine(for choice: RuntimeConfig.StreamChoice, rtcConfig: JSONValue)
        throws(OysterSDKError) -> any StreamEngine
    {
        self
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

    /// Refuses every join from now on; nil to accept again.
    package func refuseJoins(with error: OysterSDKError?) {
        state.withLock { $0.refusal = error }
    }
}
