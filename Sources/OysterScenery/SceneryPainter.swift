// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
package import HappyOysterStream

/// Paints pictures of a world; owns the memory for one picture and what painting needs.
///
/// One painter per stream, used by one thread at a time. No picture depends on those before it.
package final class SceneryPainter {
    package let size: FrameSize
    /// Where the planes of its pictures lie: I420, strides equal to the widths, no gaps.
    package let layout: FrameLayout
    private let picture: Picture
    private let raster: Raster
    private let scratch = Scratch()
    private let stage = Stage.shared

    package init(size: FrameSize) {
        self.size = size
        layout = FrameLayout(.i420, width: size.width, height: size.height)
        picture = Picture(layout)
        let strip = StripLayout(width: size.width, height: size.height)?.area.height ?? 0
        raster = Raster(width: size.width, height: size.height - strip)
    }

    /// Paints a world and hands over the bytes of the picture, valid inside the closure.
    ///
    /// - Parameters:
    ///   - scenery: A world of the painter's size; of another one it would be stretched.
    ///   - frameNumber: 1, 2, 3 … of the stream, for the block strip.
    ///   - body: Copies the bytes, laid out as ``layout`` says.
    /// - Returns: What `body` returns.
    package func paint<Result>(
        _ scenery: Scenery,
        frameNumber: UInt64,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        let captions = CaptionPainter(scenery.world, width: raster.width, height: raster.height)
        paint(scenery.world, on: scenery.island)
        captions.paintPanels(raster)
        picture.take(raster)
        captions.paintText(picture.canvas)
        BlockStrip.draw(strip(scenery, frameNumber), into: picture.canvas)
        return unsafe try body(picture.bytes)
    }

    private func paint(_ world: World, on island: Island) {
        let (look, seconds) = (world.look, world.seconds)
        let view = world.view(on: island, isWide: raster.width > raster.height)
        let camera = Camera(view, width: raster.width, height: raster.height)
        let light = Light(look, flash: Lightning.flash(seconds) * look.lightning)
        let brush = Brush(camera: camera, light: light, raster: raster, scratch: scratch)
        raster.clear()
        LandPainter(land: stage.land, brush: brush).paint()
        PropPainter(brush: brush, stage: stage, island: island, seconds: seconds)
            .paint(door: world.door)
        CastPainter(brush: brush, stage: stage, island: island, world: world).paint()
        SeaPainter(
            camera: camera,
            look: look,
            tile: stage.waves,
            raster: raster,
            time: seconds,
            air: light.air
        ).paint()
        SkyPainter(
            camera: camera,
            look: look,
            tile: stage.clouds,
            raster: raster,
            drift: seconds * 2.5 + world.cloudOffset
        ).paint()
        AirPainter(brush: brush, look: look, island: island, seconds: seconds).paint()
        if let attack = world.traveller.effort.attack(at: world.step) {
            EffortPainter(raster: raster).paint(attack: attack)
        }
    }

    /// What the strip tells.
    private func strip(_ scenery: Scenery, _ frameNumber: UInt64) -> StripContent {
        let pose = scenery.pose
        return StripContent(
            frameNumber: UInt32(truncatingIfNeeded: frameNumber),
            tenths: UInt32(truncatingIfNeeded: scenery.time.wholeMilliseconds / 100),
            x: Self.strip(pose.x / Island.side),
            y: Self.strip(pose.y / Island.side),
            heading: Self.strip(pose.heading),
            commandSequence: UInt32(truncatingIfNeeded: scenery.newestSequence)
        )
    }

    /// A part of one in 1/4096.
    private static func strip(_ part: Float) -> UInt16 { UInt16(max(0, min(4_095, part * 4_096))) }
}
