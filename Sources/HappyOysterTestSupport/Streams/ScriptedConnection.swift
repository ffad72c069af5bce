// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import Synchronization

/// One join of a ``ScriptedStreamEngine``.
///
/// A report through `sink` reaches the library when the test runs the loop.
package final class ScriptedConnection: StreamConnection {
    private struct State {
        var leaves = 0
        var commands: [StreamCommand] = []
        var localAudio: [Bool] = []
        var statuses: [OysterTravelStatus] = []
        var recordings: [String?] = []
        var takesCommands = true
        var records = true
    }

    package let request: StreamJoin
    package let sink: any StreamSink
    private let state = Mutex(State())

    init(_ request: StreamJoin, sink: any StreamSink) {
        self.request = request
        self.sink = sink
    }

    package func leave() { state.withLock { $0.leaves += 1 } }

    package func send(_ command: StreamCommand) -> Bool {
        state.withLock { state in
            if state.takesCommands { state.commands.append(command) }
            return state.takesCommands
        }
    }

    package func setLocalAudio(_ isOn: Bool) { state.withLock { $0.localAudio.append(isOn) } }

    package func record(to path: String?) throws(OysterSDKError) {
        try state.withLock { state throws(OysterSDKError) in
            guard state.records else { throw OysterSDKError(OysterErrorCode.unsupported) }
            state.recordings.append(path)
        }
    }

    package func travelStatusChanged(_ status: OysterTravelStatus) {
        state.withLock { state in
            if state.statuses.last != status { state.statuses.append(status) }
        }
    }

    package func statistics() -> JSONValue? { ["joined": true] }

    // MARK: For the test

    package var hasLeft: Bool { state.withLock { $0.leaves > 0 } }
    package var commands: [StreamCommand] { state.withLock { $0.commands } }
    package var localAudio: [Bool] { state.withLock { $0.localAudio } }
    /// Paths of the started recordings; nil for each stop.
    package var recordings: [String?] { state.withLock { $0.recordings } }
    /// The statuses that the library passed, without repetitions.
    package var statuses: [OysterTravelStatus] { state.withLock { $0.statuses } }

    /// Sets whether the stream engine can record.
    package func allowRecording(_ isAllowed: Bool) { state.withLock { $0.records = isAllowed } }

    /// Sets whether the channel accepts commands.
    package func takeCommands(_ isReady: Bool) { state.withLock { $0.takesCommands = isReady } }
}
