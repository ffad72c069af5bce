// SPDX-License-Identifier: Apache-2.0
public import FoundationEssentials

/// Action pools, chapters and instructions, as the server lists them now; ours.
///
/// What a later server tells in another form is absent here.
public struct OysterTravelUpdate: Equatable, Sendable {
    /// A chapter of a directing travel.
    public struct Chapter: Equatable, Sendable {
        /// Its number.
        public let id: Int?
        /// Its name.
        public let title: String?
        /// What happens in it.
        public let brief: String?
        /// Second in which it begins.
        public let startTime: TimeInterval?
        /// Second in which it ends.
        public let endTime: TimeInterval?
        /// URL of a picture.
        public let image: String?
    }

    /// An instruction that the server took.
    public struct Instruction: Equatable, Sendable {
        /// The text.
        public let content: String?
        /// Second in which it begins.
        public let startTime: TimeInterval?
        /// Second in which it ends.
        public let endTime: TimeInterval?
        /// What became of it, in the server's word.
        public let status: String?
    }

    /// What the character can do now.
    public let characterActions: [String]
    /// What can be done with the surroundings now.
    public let environmentActions: [String]
    /// The chapters so far.
    public let chapters: [Chapter]
    /// The instructions so far.
    public let instructions: [Instruction]
}
