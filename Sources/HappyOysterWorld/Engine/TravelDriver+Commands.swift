// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// Commands: from the command slot, through the sampler, to the stream.
extension TravelDriver {
    /// Reads the command slot; called by a wakeup or the timer of the sampler.
    func pumpCommands() {
        let now = dependencies.loop.now
        let waiting = commandSlot.waiting(generation: generation)
        let decision = sampler.decide(
            isWaiting: waiting.command,
            isFlush: waiting.flush,
            at: now
        )
        switch decision {
        case .send:
            sendCommand(at: now)
            lookAgain(after: CommandSampler.interval)
        case .wait(let delay): lookAgain(after: delay)
        case .rest:
            commandTimer = nil
            if !commandSlot.rest(generation: generation) { lookAgain(after: .zero) }
        }
        publishStats()
    }

    private func sendCommand(at now: Duration) {
        guard let (command, submissions) = commandSlot.take(generation: generation) else { return }
        counters.commandsSubmitted += submissions
        sampler.sent(at: now)
        if let code = machine.commandRefusal {
            refused(submissions, code, at: now)
        } else {
            let next = StreamCommand(
                command: command,
                sequence: UInt64(counters.commandsSent) + 1,
                time: now
            )
            if stream.connection?.send(next) == true {
                counters.commandsSent += 1
            } else {
                refused(submissions, OysterErrorCode.channelNotReady, at: now)
            }
        }
    }

    private func refused(_ submissions: Int, _ code: Int, at now: Duration) {
        counters.commandsRefused += submissions
        guard throttle.allows(code, at: now) else { return }
        emit(.error(machine.refusal(.sendCommand, code)))
    }

    /// Refuses every command from now on; a waiting command is dropped.
    func stopCommands(isSwitchedOff: Bool) {
        commandSlot.finish(generation: generation, isSwitchedOff: isSwitchedOff)
        commandTimer?.cancel()
        commandTimer = nil
    }

    private func lookAgain(after delay: Duration) {
        commandTimer?.cancel()
        let (actor, number) = (actor, travel.number)
        commandTimer = dependencies.loop.schedule(after: delay) {
            actor.enter(number) { $0.pumpCommands() }
        }
    }
}
