// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream
internal import HappyOysterThreading
internal import OysterScenery

/// The simulated world of one travel and its renderer.
///
/// `@unchecked Sendable`: used by the thread of a broadcast, of which there is one at a time;
/// the broadcast's lock orders the accesses of successive threads.
final class WorldRenderer: @unchecked Sendable {
    /// A renderer with its frame memory.
    private final class OwnedRenderer {
        let renderer: any FrameRenderer
        private let live = LiveObject("FrameRenderer")

        init(_ renderer: any FrameRenderer) { self.renderer = renderer }
    }

    private var simulation: WorldSimulation
    private let makeRenderer: FrameRendererFactory
    private var owned: OwnedRenderer?
    private var clock = PlaybackClock()
    private var eventsDone = 0
    /// Number of the newest frame, 0 before the first.
    private(set) var frame: UInt64 = 0
    private let live = LiveObject("WorldRenderer")

    init(_ simulation: WorldSimulation, renderer: @escaping FrameRendererFactory) {
        self.simulation = simulation
        makeRenderer = renderer
    }

    var size: FrameSize { simulation.size }

    /// The available actions.
    var actions: ActionPools { ActionPools(simulation) }

    /// Advances the world to the state of its travel.
    func follow(
        _ mediaState: TravelMediaState,
        _ commands: [CommandArbiter.Snapshot],
        at now: Duration
    ) {
        guard let reported = mediaState.played else { return }
        let played = clock.played(reported, isPlaying: mediaState.isPlaying, at: now)
        for event in mediaState.worldEvents.dropFirst(eventsDone) {
            switch event.change {
            case .instruction(let text): simulation.instruct(text, at: event.played)
            case .rewind(let target): simulation.rewind(to: target, at: event.played)
            }
        }
        eventsDone = mediaState.worldEvents.count
        guard mediaState.isPlaying else { return simulation.pause(at: played) }
        simulation.resume(at: played)
        for command in commands {
            let time = max(.zero, played - (now - command.arrival))
            simulation.apply(command.command, sequence: command.number, at: time)
            if let action = command.action { _ = simulation.perform(action, at: time) }
        }
        simulation.advance(to: played)
    }

    /// Renders the next frame; its bytes are valid inside the closure.
    func render(_ body: (UnsafeRawBufferPointer) -> Void) {
        frame += 1
        let owned = owned ?? OwnedRenderer(makeRenderer(simulation.size))
        self.owned = owned
        owned.renderer.render(simulation, frame: frame, body)
    }

    /// Frees the frame memory until the next frame; the world is unchanged.
    func releaseRenderer() { owned = nil }
}

/// Renders frames of a world.
///
/// Use it from one thread at a time.
protocol FrameRenderer {
    /// Renders a frame in I420 without gaps; its bytes are valid inside the closure.
    func render(
        _ simulation: WorldSimulation,
        frame: UInt64,
        _ body: (UnsafeRawBufferPointer) -> Void
    )
}

/// Makes a renderer for frames of a size.
typealias FrameRendererFactory = @Sendable (FrameSize) -> any FrameRenderer

extension SceneryRenderer: FrameRenderer {
    func render(
        _ simulation: WorldSimulation,
        frame: UInt64,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        render(simulation, frameNumber: frame) { body(UnsafeRawBufferPointer($0)) }
    }
}

/// Interpolates the playing time of a travel, which its lifecycle reports in milliseconds.
struct PlaybackClock: Sendable {
    /// A larger deviation is an advance of the gateway's clock, not a rounding error.
    private static let tolerance: Duration = .milliseconds(50)

    /// A playing time and its monotonic time.
    private var anchor: (played: Duration, time: Duration)?
    private var last: Duration = .zero

    /// The current playing time, which never decreases.
    mutating func played(_ reported: Duration, isPlaying: Bool, at now: Duration) -> Duration {
        var played = reported
        if isPlaying {
            played = anchor.map { $0.played + (now - $0.time) } ?? reported
            if anchor == nil || abs(of: played - reported) > Self.tolerance {
                anchor = (reported, now)
                played = reported
            }
        } else {
            anchor = nil
        }
        last = max(last, played)
        return last
    }

    private func abs(of time: Duration) -> Duration { time < .zero ? .zero - time : time }
}

/// The two action pools of `travels/status`.
struct ActionPools: Equatable, Sendable {
    var character: [String] = []
    var environment: [String] = []
}

extension ActionPools {
    init(_ simulation: WorldSimulation) {
        character = simulation.characterActions
        environment = simulation.environmentActions
    }
}

extension WorldSimulation {
    /// The world of a travel at its start.
    init(of travel: TravelRecord) {
        let plan = travel.world.plan
        self.init(
            mode: travel.model.modeValue,
            aspectRatio: plan.aspectRatio,
            title: plan.title,
            seed: Self.seed(travel.world.id)
        )
    }

    /// FNV-1a: equal names give equal seeds.
    private static func seed(_ name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
