// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension SessionMachine.State {
    mutating func take(_ input: SessionInput) {
        switch input {
        case .connectAnswered(let result): connectAnswered(result)
        case .streamOpened: streamOpened()
        case .hello(let hello): self.hello(hello)
        case .received(let bytes): received(bytes)
        case .event(let event): arrived(event)
        case .streamEnded(let failure): eventsFailed(failure)
        case .polled(let result): polled(result)
        case .posted(let result): posted(result)
        case .resumed(let result): resumed(result)
        case .timer(let timer): fired(timer)
        }
    }

    private mutating func fired(_ timer: SessionTimer) {
        switch timer {
        case .connect: connectTimedOut()
        case .opening: openingTimedOut()
        case .hello: helloTimedOut()
        case .idle: idleChecked()
        case .ping: pingDue()
        case .poll: pollAgain()
        case .retry: pausePassed()
        case .reconnect: reconnectDue()
        case .grace: gracePassed()
        case .leave: leaveTimedOut()
        }
    }
}
