// SPDX-License-Identifier: Apache-2.0
public import FoundationEssentials

/// The current action lists, chapters and instructions of the server; ours.
///
/// Values whose form this version does not know are absent.
public struct OysterTravelUpdate: Equatable, Sendable {
    /// A chapter of a directing travel.
    public struct Chapter: Equatable, Sendable {
        /// Number of the chapter.
        public let id: Int?
        /// Title.
        public let title: String?
        /// Summary.
        public let brief: String?
        /// Second in which it begins.
        public let startTime: TimeInterval?
        /// Second in which it ends.
        public let endTime: TimeInterval?
        /// URL of a still image.
        public let image: String?
    }

    /// An instruction that the server accepted.
    public struct Instruction: Equatable, Sendable {
        /// The text.
        public let content: String?
        /// Second in which it begins.
        public let startTime: TimeInterval?
        /// Second in which it ends.
        public let endTime: TimeInterval?
        /// Status in the server's word.
        public let status: String?
    }

    /// Current actions of the character.
    public let characterActions: [String]
    /// Current actions of the environment.
    public let environmentActions: [String]
    /// The chapters so far.
    public let chapters: [Chapter]
    /// The instructions so far.
    public let instructions: [Instruction]
}
