// SPDX-License-Identifier: Apache-2.0

/// A text that is shown for some seconds.
struct Caption: Equatable, Sendable {
    static let longest = 240

    let text: String
    let since: Int
    let until: Int

    /// A longer text is shown longer.
    ///
    /// A text of more than 240 characters is cut.
    init(_ text: String, at step: Int) {
        let isLong = text.count > Self.longest
        self.text = isLong ? text.prefix(Self.longest - 3) + "..." : text
        since = step
        until = step + WorldState.stepsPerSecond * (5 + self.text.count / 30)
    }

    /// Opacity at a step, 0…1.
    func strength(at step: Int) -> Float {
        let change = Float(WorldState.stepsPerSecond) / 4
        return min(Float(step - since + 12), Float(until - step)).smoothStep(0, change)
    }
}
