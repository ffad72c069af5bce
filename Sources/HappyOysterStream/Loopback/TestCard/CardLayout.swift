// SPDX-License-Identifier: Apache-2.0

/// The positions of a test card's parts, for any frame size.
struct CardLayout {
    let title: Rect
    let titleScale: Int
    let bars: Rect
    let ramp: Rect
    /// Text about the travel.
    let panel: Rect
    /// The world in which the pearl moves.
    let scene: Rect
    let textScale: Int

    init(_ size: FrameSize) {
        let (width, height) = (size.width, size.height)
        let strip = StripLayout(width: width, height: height)?.area.height ?? 0
        let isLarge = min(width, height) >= 400
        let fitsLargeTitle = BitmapFont.width(of: TestCard.title, scale: 3) + 120 <= width
        titleScale = isLarge ? fitsLargeTitle ? 3 : 2 : 1
        title = Rect(x: 0, y: 0, width: width, height: isLarge ? 56 : 24)
        bars = Rect(x: 0, y: title.height, width: width, height: isLarge ? 80 : 24)
        ramp = Rect(x: 0, y: bars.y + bars.height, width: width, height: isLarge ? 16 : 8)
        let margin = isLarge ? 16 : 8
        let rest = Rect(
            x: margin,
            y: ramp.y + ramp.height + margin,
            width: width - 2 * margin,
            height: height - strip - ramp.y - ramp.height - 2 * margin
        )
        let isWide = 5 * width >= 4 * height
        let hasRoom = isWide ? rest.width >= 600 && rest.height >= 200 : rest.height >= 440
        textScale = hasRoom ? 2 : 1
        if isWide {
            let split = min(212 * textScale, rest.width / 4 * 2)
            panel = Rect(x: rest.x, y: rest.y, width: split, height: rest.height)
            scene = Rect(
                x: rest.x + split + margin,
                y: rest.y,
                width: rest.width - split - margin,
                height: rest.height
            )
        } else {
            let split = rest.height - 124 * textScale - margin
            scene = Rect(x: rest.x, y: rest.y, width: rest.width, height: split)
            panel = Rect(
                x: rest.x,
                y: scene.y + scene.height + margin,
                width: rest.width,
                height: rest.height - scene.height - margin
            )
        }
    }
}
