// SPDX-License-Identifier: Apache-2.0

/// What a stream shows.
package enum VideoType: String, CaseIterable, Sendable {
    case camera
    case screen
    case custom
}

/// The properties of a stream that its publisher may change.
package struct StreamProperties: Equatable, Sendable {
    package var hasAudio: Bool
    package var hasVideo: Bool
    /// In pixels; 0 without video.
    package var width: Int
    package var height: Int
    package var videoType: VideoType

    package init(
        hasAudio: Bool,
        hasVideo: Bool,
        width: Int,
        height: Int,
        videoType: VideoType
    ) {
        self.hasAudio = hasAudio
        self.hasVideo = hasVideo
        self.width = width
        self.height = height
        self.videoType = videoType
    }

    /// The members of `changed` in which two properties differ.
    func changes(to other: StreamProperties) -> [String] {
        var names: [String] = []
        if hasAudio != other.hasAudio { names.append("hasAudio") }
        if hasVideo != other.hasVideo { names.append("hasVideo") }
        if width != other.width || height != other.height { names.append("size") }
        if videoType != other.videoType { names.append("videoType") }
        return names
    }
}

/// A stream that a connection publishes.
package struct StoredStream: Equatable, Sendable {
    package let id: String
    package let name: String
    /// The id of the connection that publishes it.
    package let connection: String
    /// Milliseconds since 1970.
    package let createdAtMs: Int64
    package var properties: StreamProperties
    /// A moderator muted the audio, and the publisher has not unmuted it since.
    package var isMuteForced: Bool
}
