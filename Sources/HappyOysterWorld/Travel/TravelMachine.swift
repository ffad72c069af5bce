// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Decides what happens in a travel: takes inputs, returns actions, does no work itself.
///
/// Inputs come one at a time. The machine has no clock, lock or I/O. Source of behaviour: iOS SDK
/// reference 1.0.3 and `wire.md` section 5, iOS column; where those are silent,
/// `docs/architecture.md` lists the choices of this library.
package struct TravelMachine {
    package struct Settings: Sendable {
        package var callbackTimeout: Duration
        package var pollInterval: Duration
        /// Settle time between a confirmed pause and the request that reopens the channel.
        package var settleTime: Duration = .seconds(3)
        /// How long the server may take to confirm a pause; a later `running` withdraws the pause.
        package var confirmationTime: Duration = .seconds(10)
        package var retryDelays: [Duration] = [.seconds(1), .seconds(2), .seconds(3)]

        package init(callbackTimeout: Duration, pollInterval: Duration) {
            self.callbackTimeout = callbackTimeout
            self.pollInterval = pollInterval
        }
    }

    private var state: State
    /// The snapshot of the newest ``TravelAction/publish(_:)``.
    package private(set) var snapshot = TravelSnapshot()

    package init(settings: Settings) { state = State(settings: settings) }

    /// Takes one input and returns the actions, in order.
    package mutating func handle(_ input: TravelInput, at time: InputTime) -> [TravelAction] {
        var step = Step(state: state, time: time)
        step.take(input)
        state = step.state
        var actions: [TravelAction] = []
        if step.stopsCommands {
            actions.append(.stopCommands(isSwitchedOff: state.gateRefusal != nil))
        }
        if state.snapshot != snapshot {
            snapshot = state.snapshot
            actions.append(.publish(snapshot))
        }
        return actions + step.actions
    }

    package var status: OysterTravelStatus { snapshot.status }

    /// Why a command is refused now, or nil.
    package var commandRefusal: Int? { state.commandRefusal }

    /// Whether the server may yet confirm the end without a newer token.
    package var isEndPending: Bool {
        state.endRequest.map { $0.isInFlight || !$0.retry.isTokenRefused } ?? false
    }

    /// Whether the library still asks the server to end the travel.
    package var isEndUnconfirmed: Bool { state.endRequest != nil }

    /// Whether calls of end() on a travel that is over wait for the server.
    var hasWaitingEnds: Bool { state.endRequest?.operations.isEmpty == false }

    /// The error of a refused operation, with its cause.
    package func refusal(_ kind: OperationName, _ code: Int) -> OysterSDKError {
        state.refusal(kind, code)
    }
}
