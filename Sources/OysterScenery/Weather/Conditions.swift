// SPDX-License-Identifier: Apache-2.0

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

    /// What they look like.
    var look: Look {
        var look = Look.daylight(daylight)
        look.turn(to: sky, isNight: daylight == .night)
        look.turn(to: season)
        return look
    }
}
