// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Receives the media of travels: the loopback, or an adapter behind `stream_engine.h`.
package protocol StreamEngine: Sendable {
    /// Short name for the log and the travel info.
    var name: String { get }
    /// Whether this rtcConfig can be joined; used by `auto`.
    func suits(rtcConfig: JSONValue) -> Bool
    /// Loads what streams need; 105001 names what is missing.
    ///
    /// May take seconds: never on the event loop.
    func prepare(playsAudio: Bool) throws(OysterSDKError)
    /// Begins to join; called on the event loop, returns within milliseconds.
    func join(_ request: StreamJoin, sink: any StreamSink) throws(OysterSDKError)
        -> any StreamConnection
}

/// What to join.
package struct StreamJoin: Sendable {
    /// The rtcConfig object as received.
    ///
    /// Secret: never logged.
    package let rtcConfig: JSONValue
    package let travelId: String
    package let mode: OysterModeValue
    /// `width:height` as the server sent it.
    package let aspectRatio: String?
    package let timeout: Duration
    /// Whether to play audio on the default output.
    package let playsAudio: Bool

    package init(
        rtcConfig: JSONValue,
        travelId: String,
        mode: OysterModeValue,
        aspectRatio: String?,
        timeout: Duration,
        playsAudio: Bool = false
    ) {
        self.rtcConfig = rtcConfig
        self.travelId = travelId
        self.mode = mode
        self.aspectRatio = aspectRatio
        self.timeout = timeout
        self.playsAudio = playsAudio
    }
}

/// A joined stream; its functions are called one at a time, on the event loop, and do not block.
package protocol StreamConnection: Sendable {
    /// Begins to leave: delivers no frames from now on; calls the sink's `closed` once.
    func leave()
    /// Sends a command; false when the channel is not ready.
    func send(_ command: StreamCommand) -> Bool
    /// Microphone on or off.
    func setLocalAudio(_ isOn: Bool)
    /// Writes the media as received into a file from now on, or, with nil, stops; 109005 when it
    /// cannot.
    func record(to path: String?) throws(OysterSDKError)
    /// Reports the travel's status; only the test card shows it.
    func travelStatusChanged(_ status: OysterTravelStatus)
    /// Statistics of this stream as an object, or nil; from any thread.
    func statistics() -> JSONValue?
}

/// A sampled command: at most one per 42 ms.
package struct StreamCommand: Equatable, Sendable {
    package let command: OysterAdventureCommand
    /// 1, 2, 3 … per travel.
    package let sequence: UInt64
    /// Monotonic time at which it was sampled.
    package let time: Duration

    package init(command: OysterAdventureCommand, sequence: UInt64, time: Duration) {
        self.command = command
        self.sequence = sequence
        self.time = time
    }
}
