// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The state of a world at one step of its timeline.
///
/// All movement is a function of it.
struct WorldState: Equatable, Sendable {
    static let stepsPerSecond = 120
    /// Steps that the door of the lighthouse takes to open.
    private static let doorSteps = stepsPerSecond * 3 / 4

    let mode: OysterModeValue
    let title: Caption
    let seed: UInt64
    private(set) var step = 0
    private(set) var avatar: Avatar
    private(set) var weather: Weather
    private(set) var entities = Entities()
    private(set) var captions: [Caption] = []
    private(set) var horse = Landmark.Spot(Landmark.horse)
    private(set) var bicycle = Landmark.Spot(Landmark.bicycle)
    private var isDoorOpen = false
    private var doorChangedAt = -doorSteps

    init(mode: OysterModeValue, title: String, seed: UInt64, island: Island) {
        self.mode = mode
        self.title = Caption(title, at: 0)
        self.seed = seed
        avatar = Avatar(at: Landmark.start, heading: 0.02, on: island)
        var conditions = Conditions()
        let effects = Vocabulary.effects(of: title)
        conditions.apply(effects)
        weather = Weather(conditions)
        if mode == .acting { entities.spawn(.person, at: 0) }
        for case .spawn(let kind) in effects { entities.spawn(kind, at: 0) }
        if mode == .acting { entities.spawn(.person, at: 0) }
    }

    var time: Duration { .microseconds(step * 1_000_000 / Self.stepsPerSecond) }

    var seconds: Float { Float(step) / Float(Self.stepsPerSecond) }

    /// Offset of the clouds in metres, derived from the seed.
    var cloudOffset: Float {
        Float(Noise.hash(UInt32(truncatingIfNeeded: seed)) % 1_280)
    }

    var pose: Pose { avatar.pose }

    var lighting: Lighting { weather.lighting(at: step) }

    /// Opening of the door of the lighthouse, 0…1.
    var door: Float {
        let part = (Float(step - doorChangedAt) / Float(Self.doorSteps)).smoothStep(0, 1)
        return isDoorOpen ? part : 1 - part
    }

    /// Simulates one step.
    mutating func advance(on island: Island) {
        step += 1
        if mode == .adventure { avatar.advance(to: step, on: island) }
        entities.advance(to: step)
        captions.removeAll { $0.until <= step }
    }

    mutating func hold(_ command: OysterAdventureCommand) { avatar.hold(command, at: step) }

    mutating func release() { avatar.release() }

    mutating func interact(_ interaction: OysterAdventureCommand.Interaction) {
        avatar.interact(interaction, at: step)
    }

    /// Applies an instruction and shows it as a caption.
    mutating func instruct(_ text: String) {
        captions.append(Caption(text, at: step))
        captions.removeFirst(max(0, captions.count - 2))
        let effects = Vocabulary.effects(of: text)
        var conditions = weather.conditions
        conditions.apply(effects)
        weather.turn(to: conditions, at: step)
        for effect in effects {
            switch effect {
            case .spawn(let kind): entities.spawn(kind, at: step)
            case .gesture(let gesture): entities.perform(gesture, at: step)
            case .removal: entities.removeAll()
            case .daylight, .sky, .season, .clearing: break
            }
        }
    }

    mutating func toggleDoor() {
        isDoorOpen.toggle()
        doorChangedAt = step
    }

    /// Mounts, or dismounts when the avatar rides.
    mutating func mount(_ ride: Avatar.Ride) {
        guard avatar.ride != nil else { return avatar.mount(ride) }
        let spot = Landmark.Spot((pose.x, pose.y), heading: pose.heading)
        if avatar.ride == .horse { horse = spot } else { bicycle = spot }
        avatar.mount(nil)
    }

    mutating func takeCover() { avatar.takeCover(at: step) }
}

extension Conditions {
    /// Applies the effects on daylight, sky and season.
    mutating func apply(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .daylight(let daylight): self.daylight = daylight
            case .sky(let sky): self.sky = sky
            case .season(let season): self.season = season
            case .clearing: sky = .clear
            case .spawn, .gesture, .removal: break
            }
        }
    }
}
