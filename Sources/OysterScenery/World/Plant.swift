// SPDX-License-Identifier: Apache-2.0

/// A plant, rock or shell.
struct Plant: Sendable {
    enum Kind: Sendable {
        case pine, tree, palm, bush, rock, tuft, flower, shell, pebble
    }

    let kind: Kind
    let x: Float
    let y: Float
    let heading: Float
    let size: Float
    /// Index of its mesh variant.
    let variant: Int

    /// Radius of its obstacle; 0 when it is no obstacle.
    var trunk: Float {
        switch kind {
        case .pine, .tree: 0.7 * size
        case .palm: 0.6
        case .rock: size > 1 ? 1.1 * size : 0
        case .bush, .tuft, .flower, .shell, .pebble: 0
        }
    }

    /// Distance in metres beyond which it is not drawn.
    var reach: Float {
        switch kind {
        case .pine, .tree, .palm: 400
        case .rock, .bush: 160
        case .tuft, .flower: 34
        case .shell, .pebble: 26
        }
    }

    /// Places the plants of the island.
    static func grow(height: (Float, Float) -> Float) -> [Plant] {
        var plants = Landmark.palms.enumerated().map { index, place in
            Plant(
                kind: .palm,
                x: place.x,
                y: place.y,
                heading: Float(index) * 0.37,
                size: 1.15 + 0.1 * Float(index % 2),
                variant: index
            )
        }
        for row in 0..<128 {
            for column in 0..<128 {
                let (jumpX, jumpY) = (Noise.value(column, row, 21), Noise.value(column, row, 22))
                let (x, y) = ((Float(column) + jumpX) * 2, (Float(row) + jumpY) * 2)
                let ground = height(x, y)
                guard ground > 0.15 else { continue }
                let steep =
                    abs(height(x + 1.5, y) - height(x - 1.5, y))
                    + abs(height(x, y + 1.5) - height(x, y - 1.5))
                let site = Site(x: x, y: y, height: ground, steep: steep)
                guard let (kind, size) = site.choose(Noise.value(column, row, 23)) else { continue }
                plants.append(
                    Plant(
                        kind: kind,
                        x: x,
                        y: y,
                        heading: Noise.value(column, row, 24),
                        size: size * (0.75 + 0.5 * Noise.value(column, row, 25)),
                        variant: Int(Noise.value(column, row, 26) * 3)
                    )
                )
            }
        }
        return plants
    }

    /// A position, and the choice of a plant for it.
    private struct Site {
        let x: Float
        let y: Float
        let height: Float
        let steep: Float

        func choose(_ dice: Float) -> (Kind, Float)? {
            let path = Landmark.distanceToPath(x: x, y: y)
            guard path > 1.6, !isTaken(path) else { return nil }
            if height < 1.5 { return beach(dice) }
            if steep > 2.6 { return dice < 0.12 ? (.rock, 0.9) : nil }
            let wood = Noise.hills(x / 30, y / 30, octaves: 2, 31)
            let isOpen = isView
            if wood > 0.52, path > 4, !isOpen, dice < (wood - 0.46) * 1.5 {
                return height > 7 || Noise.value(Int(x), Int(y), 5) < 0.35 ? (.pine, 1) : (.tree, 1)
            }
            switch dice {
            case ..<0.008: return isOpen ? nil : (.tree, 1.1)
            case ..<0.02: return (.bush, 1)
            case ..<0.028: return (.rock, 0.7)
            case ..<0.40: return (.tuft, 1)
            case ..<0.62: return wood > 0.42 ? (.flower, 1) : (.tuft, 0.8)
            default: return nil
            }
        }

        private func beach(_ dice: Float) -> (Kind, Float)? {
            switch dice {
            case ..<0.012: height > 0.9 ? (.palm, 1) : nil
            case ..<0.03: (.rock, 0.6)
            case ..<0.14: (.shell, 1)
            case ..<0.24: (.pebble, 1)
            case ..<0.30: height > 1.1 ? (.tuft, 0.8) : nil
            default: nil
            }
        }

        /// Whether the position is in the view from the start over the bay, which has no trees.
        private var isView: Bool { abs(x - 124) < 10 + (y - 70) * 0.5 && y > 60 && y < 150 }

        private func isTaken(_ path: Float) -> Bool {
            func isNear(_ place: Landmark.Place, _ radius: Float) -> Bool {
                let (dx, dy) = (x - place.x, y - place.y)
                return dx * dx + dy * dy < radius * radius
            }
            return isNear(Landmark.lighthouse, 8) || isNear(Landmark.cottage, 8)
                || isNear(Landmark.mark, 5.5) || isNear(Landmark.horse, 3)
                || isNear(Landmark.bicycle, 2)
                || Landmark.boulders.contains { isNear($0, 3) }
        }
    }
}
