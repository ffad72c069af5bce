// SPDX-License-Identifier: Apache-2.0
public import HappyOysterCore

/// An event of a travel.
///
/// Source: iOS SDK reference 1.0.3, section 7.
public enum OysterTravelEvent: Sendable {
    /// The status has changed.
    case statusChanged(OysterTravelStatus)
    /// A failure.
    ///
    /// When the travel failed, `failed` is the next status, and a pending call throws the same error.
    /// Otherwise no call waits for what failed, such as a status poll with an expired token.
    case error(OysterSDKError)
}

/// All events of a travel: those of ``OysterTravelEvent``, and those of other SDKs; ours.
public enum OysterTravelNotice: Sendable {
    /// An event of ``OysterTravel/events``.
    case event(OysterTravelEvent)
    /// The server answered start; the media connection is next.
    case infoReady(OysterStartTravelData)
    /// URL of a still image of the first scene.
    case firstFrameGenerated(String)
    /// Action lists, chapters or instructions have changed.
    case updated(OysterTravelUpdate)
}
