// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
package import HappyOysterStream

/// Renders frames of a world in software.
///
/// It owns the memory of one frame.
///
/// Use one renderer from one thread at a time. A frame does not depend on earlier frames.
package final class SceneryRenderer {
    package let size: FrameSize
    /// The layout of its frames: I420, strides equal to the widths, no gaps.
    package let layout: FrameLayout
    private let frame: I420Frame
    private let target: RenderTarget
    private let scratch = Scratch()
    private let assets = SceneAssets.shared

    package init(size: FrameSize) {
        self.size = size
        layout = FrameLayout(.i420, width: size.width, height: size.height)
        frame = I420Frame(layout)
        let strip = StripLayout(width: size.width, height: size.height)?.area.height ?? 0
        target = RenderTarget(width: size.width, height: size.height - strip)
    }

    /// Renders a world and passes the bytes of the frame to `body`; they are valid inside it.
    ///
    /// - Parameters:
    ///   - simulation: The world. Its size should be the renderer's, or the frame is stretched.
    ///   - frameNumber: 1, 2, 3 … for the block strip.
    ///   - body: Gets the bytes in the layout ``layout``.
    /// - Returns: What `body` returns.
    package func render<Result>(
        _ simulation: WorldSimulation,
        frameNumber: UInt64,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        let captions = CaptionRenderer(simulation.world, width: target.width, height: target.height)
        draw(simulation.world, on: simulation.island)
        captions.drawPanels(target)
        frame.take(target)
        captions.drawText(frame.canvas)
        BlockStrip.draw(strip(simulation, frameNumber), into: frame.canvas)
        return unsafe try body(frame.bytes)
    }

    private func draw(_ world: WorldState, on island: Island) {
        let (lighting, seconds) = (world.lighting, world.seconds)
        let view = world.view(on: island, isWide: target.width > target.height)
        let camera = Camera(view, width: target.width, height: target.height)
        let shader = FaceShader(lighting, flash: Lightning.flash(seconds) * lighting.lightning)
        let meshRenderer = MeshRenderer(
            camera: camera,
            shader: shader,
            target: target,
            scratch: scratch
        )
        target.clear()
        TerrainRenderer(terrain: assets.terrain, meshRenderer: meshRenderer).draw()
        PropRenderer(meshRenderer: meshRenderer, assets: assets, island: island, seconds: seconds)
            .draw(door: world.door)
        EntityRenderer(meshRenderer: meshRenderer, assets: assets, island: island, world: world)
            .draw()
        SeaRenderer(
            camera: camera,
            lighting: lighting,
            texture: assets.waves,
            target: target,
            time: seconds,
            air: shader.air
        ).draw()
        SkyRenderer(
            camera: camera,
            lighting: lighting,
            texture: assets.clouds,
            target: target,
            drift: seconds * 2.5 + world.cloudOffset
        ).draw()
        AtmosphereRenderer(
            meshRenderer: meshRenderer,
            lighting: lighting,
            island: island,
            seconds: seconds
        ).draw()
        if let attack = world.avatar.actionState.attack(at: world.step) {
            AttackOverlay(target: target).draw(attack: attack)
        }
    }

    /// The content of the block strip.
    private func strip(_ simulation: WorldSimulation, _ frameNumber: UInt64) -> StripContent {
        let pose = simulation.pose
        return StripContent(
            frameNumber: UInt32(truncatingIfNeeded: frameNumber),
            tenths: UInt32(truncatingIfNeeded: simulation.time.wholeMilliseconds / 100),
            x: Self.strip(pose.x / Island.side),
            y: Self.strip(pose.y / Island.side),
            heading: Self.strip(pose.heading),
            commandSequence: UInt32(truncatingIfNeeded: simulation.newestSequence)
        )
    }

    /// A fraction in 1/4096.
    private static func strip(_ part: Float) -> UInt16 { UInt16(max(0, min(4_095, part * 4_096))) }
}
