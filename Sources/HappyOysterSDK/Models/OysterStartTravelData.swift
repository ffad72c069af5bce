// SPDX-License-Identifier: Apache-2.0

/// What start returns.
///
/// Source: iOS SDK reference 1.0.3, section 8; the last three properties are ours.
public struct OysterStartTravelData: Equatable, Sendable {
    /// Names this travel.
    public let encryptedTravelId: String
    /// Names its world.
    public let encryptedWorldId: String
    /// Decides which operations make sense.
    public let mode: OysterModeValue
    /// Always nil today.
    public let playUrl: String?
    /// URL of a first picture; it may come later.
    public let firstFrame: String?
    /// Version of the world, for diagnostics.
    public let version: String
    /// Width to height as in `9:16`; acting worlds only.
    public let aspectRatio: String?
    /// `simple` or `scriptlist`.
    public let creationModel: String
    /// Seconds after which the server ends an adventure, when it tells.
    public let maxExperienceTimeSec: Int?
    /// URL of background music.
    public let bgmUrl: String?
}
