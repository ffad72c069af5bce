// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The state of a world at one step of its timeline; everything that moves follows from it.
struct World: Equatable, Sendable {
    static let stepsPerSecond = 120
    /// Steps in which the door of the lighthouse opens.
    private static let doorSteps = stepsPerSecond * 3 / 4

    let mode: OysterModeValue
    let title: Caption
    let seed: UInt64
    private(set) var step = 0
    private(set) var traveller: Traveller
    private(set) var weather: Weather
    private(set) var cast = Cast()
    private(set) var captions: [Caption] = []
    private(set) var horse = Landmark.Spot(Landmark.horse)
    private(set) var bicycle = Landmark.Spot(Landmark.bicycle)
    private var isDoorOpen = false
    private var doorChangedAt = -doorSteps

    init(mode: OysterModeValue, title: String, seed: UInt64, island: Island) {
        self.mode = mode
        self.title = Caption(title, at: 0)
        self.seed = seed
        traveller = Traveller(at: Landmark.start, heading: 0.02, on: island)
        var conditions = Conditions()
        let effects = Vocabulary.effects(of: title)
        conditions.apply(effects)
        weather = Weather(conditions)
        if mode == .acting { cast.summon(.person, at: 0) }
        for case .summon(let kind) in effects { cast.summon(kind, at: 0) }
        if mode == .acting { cast.summon(.person, at: 0) }
    }

    var time: Duration { .microseconds(step * 1_000_000 / Self.stepsPerSecond) }

    var seconds: Float { Float(step) / Float(Self.stepsPerSecond) }

    /// Metres by which this world's clouds lie elsewhere than another's.
    var cloudOffset: Float {
        Float(Noise.hash(UInt32(truncatingIfNeeded: seed)) % 1_280)
    }

    var pose: Pose { traveller.pose }

    var look: Look { weather.look(at: step) }

    /// How far the door of the lighthouse is open, 0…1.
    var door: Float {
        let part = (Float(step - doorChangedAt) / Float(Self.doorSteps)).smoothStep(0, 1)
        return isDoorOpen ? part : 1 - part
    }

    /// Moves on by one step.
    mutating func advance(on island: Island) {
        step += 1
        if mode == .adventure { traveller.advance(to: step, on: island) }
        cast.advance(to: step)
        captions.removeAll { $0.until <= step }
    }

    mutating func hold(_ command: OysterAdventureCommand) { traveller.hold(command, at: step) }

    mutating func release() { traveller.release() }

    mutating func interact(_ interaction: OysterAdventureCommand.Interaction) {
        traveller.interact(interaction, at: step)
    }

    /// Obeys and shows an instruction.
    mutating func instruct(_ text: String) {
        captions.append(Caption(text, at: step))
        captions.removeFirst(max(0, captions.count - 2))
        let effects = Vocabulary.effects(of: text)
        var conditions = weather.conditions
        conditions.apply(effects)
        weather.turn(to: conditions, at: step)
        for effect in effects {
            switch effect {
            case .summon(let kind): cast.summon(kind, at: step)
            case .gesture(let gesture): cast.perform(gesture, at: step)
            case .dismissal: cast.dismissAll()
            case .daylight, .sky, .season, .clearing: break
            }
        }
    }

    mutating func toggleDoor() {
        isDoorOpen.toggle()
        doorChangedAt = step
    }

    /// Gets on, or off what one is riding.
    mutating func mount(_ ride: Traveller.Ride) {
        guard traveller.ride != nil else { return traveller.mount(ride) }
        let spot = Landmark.Spot((pose.x, pose.y), heading: pose.heading)
        if traveller.ride == .horse { horse = spot } else { bicycle = spot }
        traveller.mount(nil)
    }

    mutating func takeCover() { traveller.takeCover(at: step) }
}

extension Conditions {
    /// Changes what effects are about.
    mutating func apply(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .daylight(let daylight): self.daylight = daylight
            case .sky(let sky): self.sky = sky
            case .season(let season): self.season = season
            case .clearing: sky = .clear
            case .summon, .gesture, .dismissal: break
            }
        }
    }
}
