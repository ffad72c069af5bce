// SPDX-License-Identifier: Apache-2.0

/// The weather.
///
/// A change takes 1.25 s.
struct Weather: Equatable, Sendable {
    /// Steps of a change.
    static let change = WorldState.stepsPerSecond * 5 / 4

    private(set) var conditions: Conditions
    private var target: Lighting
    private var former: Lighting
    private var changedAt: Int

    init(_ conditions: Conditions) {
        self.conditions = conditions
        target = conditions.lighting
        former = target
        changedAt = -Self.change
    }

    mutating func turn(to conditions: Conditions, at step: Int) {
        guard conditions != self.conditions else { return }
        former = lighting(at: step)
        target = conditions.lighting
        self.conditions = conditions
        changedAt = step
    }

    func lighting(at step: Int) -> Lighting {
        let part = Float(step - changedAt) / Float(Self.change)
        return part >= 1 ? target : former.mixed(with: target, part.smoothStep(0, 1))
    }
}

/// Time of day, weather and season.
struct Conditions: Equatable, Sendable {
    enum Daylight: CaseIterable, Sendable {
        case dawn, day, sunset, night
    }

    enum Sky: CaseIterable, Sendable {
        case clear, cloudy, rain, storm, snow, fog
    }

    enum Season: CaseIterable, Sendable {
        case spring, summer, autumn, winter
    }

    var daylight = Daylight.day
    var sky = Sky.clear
    var season = Season.summer

    /// The lighting under these conditions.
    var lighting: Lighting {
        var lighting = Lighting.daylight(daylight)
        lighting.turn(to: sky, isNight: daylight == .night)
        lighting.turn(to: season)
        return lighting
    }
}
