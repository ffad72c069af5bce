// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterWorld
public import Observation

/// One experience, from its ticket to its end; a new one needs a new travel.
///
/// Events, changes of `status` and results of operations come in one order on the main actor.
/// Source: iOS SDK reference 1.0.3, section 6.2.
@MainActor @Observable public final class OysterTravel {
    /// The status, as of the newest event.
    public private(set) var status = OysterTravelStatus.idle
    /// The picture.
    @ObservationIgnored public let videoView: OysterVideoView

    @ObservationIgnored let hold: TravelHold
    @ObservationIgnored private let eventStreams = Broadcast<OysterTravelEvent>()
    @ObservationIgnored private let noticeStreams = Broadcast<OysterTravelNotice>()

    init(hold: TravelHold) {
        self.hold = hold
        videoView = OysterVideoView(feed: hold.feed)
        _ = hold.travel.addListener(id: 1) { [weak self] event in
            // The engine's line of callbacks runs on the main actor.
            MainActor.assumeIsolated { self?.receive(event) }
        }
    }

    /// Whether the travel has ended or failed.
    public var isEnded: Bool { status.isTerminal }

    /// Changes of status and errors from now on; each access is a stream of its own.
    ///
    /// A stream ends after the terminal status, and with the travel's last reference. Up to 1024
    /// events wait in it, then the oldest goes.
    public var events: AsyncStream<OysterTravelEvent> { eventStreams.stream() }

    /// Everything that the travel tells from now on, events included; ours.
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
        hold.feed.finish()
        hold.sound.close()
    }
}
