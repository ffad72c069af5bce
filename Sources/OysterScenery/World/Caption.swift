// SPDX-License-Identifier: Apache-2.0

/// A text that shows for some seconds.
struct Caption: Equatable, Sendable {
    static let longest = 240

    let text: String
    let since: Int
    let until: Int

    /// Longer texts show longer, and are cut when nobody could read them.
    init(_ text: String, at step: Int) {
        let isLong = text.count > Self.longest
        self.text = isLong ? text.prefix(Self.longest - 3) + "..." : text
        since = step
        until = step + World.stepsPerSecond * (5 + self.text.count / 30)
    }

    /// How strongly it shows at a step, 0…1.
    func strength(at step: Int) -> Float {
        let change = Float(World.stepsPerSecond) / 4
        return min(Float(step - since + 12), Float(until - step)).smoothStep(0, change)
    }
}
