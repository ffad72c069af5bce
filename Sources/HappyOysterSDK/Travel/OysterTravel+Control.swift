// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// Commands, microphone, and what can be asked at any time.
extension OysterTravel {
    /// Submits a command, at any rate: the newest is sent, 24 times a second at most.
    ///
    /// What is refused is told by an error event: 103001, 103002, 103003, 105004.
    public func sendCommand(_ command: OysterAdventureCommand) {
        _ = hold.lease.slot.submit(command.core, generation: hold.lease.generation)
    }

    /// Sends the waiting command now, as when a key is let go; nothing happens without one.
    public func flushCommands() {
        _ = hold.lease.slot.flush(generation: hold.lease.generation)
    }

    /// Gives the microphone to the host for a while.
    public func pauseLocalAudioCapture() async { hold.travel.setLocalAudio(false) }

    /// Lets the stream use the microphone, or use it again; with WebRTC it is off before.
    public func resumeLocalAudioCapture() async { hold.travel.setLocalAudio(true) }

    /// The sound from now on, in order; each call gives a stream of its own; ours.
    ///
    /// Up to 64 streams at a time, in each of which 64 pieces wait before the oldest goes; they
    /// finish when the travel is over. Sound is decoded only as long as somebody wants it.
    public nonisolated func audio() -> AsyncStream<OysterAudioChunk> { hold.sound.stream() }

    /// Writes the media as received into a file, or, with nil, stops; ours.
    ///
    /// The name ends in `.webm` (VP8), `.mp4` (H.264) or `.mkv` (both); a relative path is resolved
    /// now. Begins with the next key frame; may be called before `start`. Each join, after a resume
    /// or a rewind, writes a file of its own: `name.webm`, then `name-2.webm`. Throws 109002 for what
    /// is no such path and 103001 once the travel is over. What cannot be recorded is one error event
    /// 109005 per file, whose message says why.
    public func record(to path: String?) throws {
        do throws(CoreError) {
            try hold.travel.record(to: path)
        } catch {
            throw OysterSDKError(error)
        }
    }

    /// Whether an action would not be refused locally now; ours.
    public func can(_ action: OysterAction) -> Bool { hold.travel.can(action.core) }

    /// The travel as JSON text, the object of `oyster_travel_info` in `docs/json.md`; ours.
    public var infoJSON: String { text(hold.travel.info) }

    /// Counters as JSON text, the object of `oyster_travel_stats` in `docs/json.md`; ours.
    public var statisticsJSON: String { text(hold.travel.statistics) }

    private func text(_ value: JSONValue) -> String { JSONCodec.print(value) ?? "{}" }
}
