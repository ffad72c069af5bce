// SPDX-License-Identifier: Apache-2.0

/// What a travel tells on its own.
///
/// Source: iOS SDK reference 1.0.3, section 7.
public enum OysterTravelEvent: Sendable {
    /// The status has changed.
    case statusChanged(OysterTravelStatus)
    /// A failure: of the travel itself (`failed` comes next, and a pending call throws it as well),
    /// or of what no call waits for, such as a poll that finds the token expired.
    case error(OysterSDKError)
}

/// Everything that a travel tells: its events, and what the other SDKs tell besides; ours.
public enum OysterTravelNotice: Sendable {
    /// The same as in ``OysterTravel/events``.
    case event(OysterTravelEvent)
    /// The server answered start; the stream is not connected yet.
    case infoReady(OysterStartTravelData)
    /// URL of a first picture.
    case firstFrameGenerated(String)
    /// Action pools, chapters or instructions have changed.
    case updated(OysterTravelUpdate)
}
