// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream
internal import HappyOysterThreading
internal import OysterScenery

/// The world of one Travel and its painter.
///
/// `@unchecked Sendable`: used by the one pump thread that a broadcast has at a time; the lock of
/// the broadcast hands it from one to the next.
final class Projector: @unchecked Sendable {
    /// A painter with the memory of its pictures.
    private final class OwnedPainter {
        let painter: any Painter
        private let live = LiveObject("Painter")

        init(_ painter: any Painter) { self.painter = painter }
    }

    private var scenery: Scenery
    private let makePainter: PainterMaker
    private var owned: OwnedPainter?
    private var clock = PlayClock()
    private var entriesDone = 0
    /// Number of the newest picture, 0 before the first.
    private(set) var frame: UInt64 = 0
    private let live = LiveObject("Projector")

    init(_ scenery: Scenery, painter: @escaping PainterMaker) {
        self.scenery = scenery
        makePainter = painter
    }

    var size: FrameSize { scenery.size }

    /// What can be done in the world now.
    var actions: ActionPools { ActionPools(scenery) }

    /// Brings the world to a moment of its Travel.
    func follow(_ scene: Scene, _ orders: [Steering.Order], at now: Duration) {
        guard let told = scene.played else { return }
        let played = clock.played(told, isPlaying: scene.isPlaying, at: now)
        for entry in scene.journal.dropFirst(entriesDone) {
            switch entry.event {
            case .instruction(let text): scenery.instruct(text, at: entry.played)
            case .rewind(let target): scenery.rewind(to: target, at: entry.played)
            }
        }
        entriesDone = scene.journal.count
        guard scene.isPlaying else { return scenery.pause(at: played) }
        scenery.resume(at: played)
        for order in orders {
            let time = max(.zero, played - (now - order.arrival))
            scenery.apply(order.command, sequence: order.number, at: time)
            if let action = order.action { _ = scenery.perform(action, at: time) }
        }
        scenery.advance(to: played)
    }

    /// Paints the next picture; its bytes are valid inside the closure.
    func paint(_ body: (UnsafeRawBufferPointer) -> Void) {
        frame += 1
        let owned = owned ?? OwnedPainter(makePainter(scenery.size))
        self.owned = owned
        owned.painter.paint(scenery, frame: frame, body)
    }

    /// Frees the memory of the pictures until the next one; the world stays as it is.
    func releasePainter() { owned = nil }
}
