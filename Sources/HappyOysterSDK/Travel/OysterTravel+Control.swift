// SPDX-License-Identifier: Apache-2.0
public import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// Commands, microphone, audio, recording, and information.
extension OysterTravel {
    /// Submits a command; the host may call it at any rate.
    ///
    /// The library sends the newest command, at most 24 times per second. A refusal is an error event:
    /// 103001, 103002, 103003, 105004.
    public func sendCommand(_ command: OysterAdventureCommand) {
        _ = hold.lease.slot.submit(command, generation: hold.lease.generation)
    }

    /// Sends the command that waits for the next message now; does nothing when none waits.
    public func flushCommands() {
        _ = hold.lease.slot.flush(generation: hold.lease.generation)
    }

    /// Stops using the microphone.
    public func pauseLocalAudioCapture() async { hold.travel.setLocalAudio(false) }

    /// Uses the microphone, or uses it again.
    ///
    /// Before the first call, WebRTC sends silence.
    public func resumeLocalAudioCapture() async { hold.travel.setLocalAudio(true) }

    /// The audio from now on, in order; each call returns a new stream, up to 64 at a time; ours.
    ///
    /// A stream buffers 64 chunks; when one more arrives, the oldest is dropped. It ends when the
    /// travel is over. After a resume or a rewind it returns no earlier audio. Audio is decoded only
    /// while there is a stream.
    public nonisolated func audio() -> AsyncStream<OysterAudioChunk> { hold.audio.stream() }

    /// Writes the media into a file as received, or, with nil, stops; ours.
    ///
    /// The name ends in `.webm` (VP8), `.mp4` (H.264) or `.mkv` (both); the call resolves a relative
    /// path. The file begins with the next key frame; the call may come before `start`. After each
    /// resume or rewind the library begins another file: `name.webm`, then `name-2.webm`. Throws
    /// 109002 for a path of another form, and 103001 when the travel is over. A file that cannot be
    /// written is one error event 109005, whose message is the reason.
    public func record(to path: String?) throws {
        try hold.travel.record(to: path)
    }

    /// Whether the library accepts an action now; ours.
    public func can(_ action: OysterAction) -> Bool { hold.travel.can(action) }

    /// The travel as JSON text, the object of `oyster_travel_info` in `docs/json.md`; ours.
    public var infoJSON: String { text(hold.travel.info) }

    /// Statistics as JSON text, the object of `oyster_travel_stats` in `docs/json.md`; ours.
    public var statisticsJSON: String { text(hold.travel.statistics) }

    private func text(_ value: JSONValue) -> String { JSONCodec.print(value) ?? "{}" }
}
