// SPDX-License-Identifier: Apache-2.0

/// What shall go wrong with the pictures of one Travel, fixed when it is created.
///
/// All but the first are points and lengths of playing time.
struct MediaFaults: Equatable, Sendable {
    /// From the connection of a viewer to its first picture.
    var firstFrameDelay: Duration = .zero
    /// When pictures stop coming while the connection stays.
    var stall: Duration?
    /// When all connections break.
    var drop: Duration?
    /// From a stall or a drop until all is well again, nil for never.
    var lasts: Duration?

    func isStalled(at played: Duration?) -> Bool { isWithin(stall, played) }

    func isDropped(at played: Duration?) -> Bool { isWithin(drop, played) }

    private func isWithin(_ begin: Duration?, _ played: Duration?) -> Bool {
        guard let begin, let played, played >= begin else { return false }
        return lasts.map { played < begin + $0 } ?? true
    }
}

extension MediaFaults {
    /// As the settings of the moment say.
    init(_ settings: Settings) {
        firstFrameDelay = settings.firstFrameDelay
        stall = settings.mediaStall
        drop = settings.mediaDrop
        lasts = settings.mediaReturn
    }
}
