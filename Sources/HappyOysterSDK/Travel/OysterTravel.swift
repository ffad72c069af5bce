// SPDX-License-Identifier: Apache-2.0
public import HappyOysterCore
import HappyOysterWorld
public import Observation

/// One real-time experience; for the next one create another travel.
///
/// Events, changes of `status` and results of operations arrive in one order on the main actor.
/// Source: iOS SDK reference 1.0.3, section 6.2.
@MainActor @Observable public final class OysterTravel {
    /// Status after the newest event.
    public private(set) var status = OysterTravelStatus.idle
    /// The received video.
    @ObservationIgnored public let videoView: OysterVideoView

    @ObservationIgnored let hold: TravelHold
    @ObservationIgnored private let eventStreams = StreamFanOut<OysterTravelEvent>()
    @ObservationIgnored private let noticeStreams = StreamFanOut<OysterTravelNotice>()

    init(hold: TravelHold) {
        self.hold = hold
        videoView = OysterVideoView(streams: hold.frames)
        _ = hold.travel.addListener(id: 1) { [weak self] event in
            // The engine's delivery queue runs on the main actor.
            MainActor.assumeIsolated { self?.receive(event) }
        }
    }

    /// Whether the travel has ended or failed.
    public var isEnded: Bool { status.isTerminal }

    /// Changes of status and errors from now on; each access returns a new stream.
    ///
    /// A stream ends after the terminal status, and with the travel's last reference. It buffers 1024
    /// events; when one more arrives, the oldest is dropped.
    public var events: AsyncStream<OysterTravelEvent> { eventStreams.stream() }

    /// All events from now on, those of ``events`` included; ours.
    public var notices: AsyncStream<OysterTravelNotice> { noticeStreams.stream() }

    private func receive(_ event: TravelEvent) {
        let notice = OysterTravelNotice(event.notice)
        if case .event(let event) = notice {
            if case .statusChanged(let status) = event { self.status = status }
            eventStreams.send(event)
        }
        noticeStreams.send(notice)
        if isEnded { finish() }
    }

    private func finish() {
        eventStreams.finish()
        noticeStreams.finish()
        hold.frames.finish()
        hold.audio.close()
    }
}
