// SPDX-License-Identifier: Apache-2.0

extension Brush {
    /// Darkens the ground under something.
    func shade(_ place: Vector, radius: Float, on island: Island, part: UInt32 = 70) {
        let seen = camera.see(place)
        guard camera.shows(seen, radius: radius), seen.z < 45 else { return }
        func edge(_ index: Int) -> Vector {
            let turn = Float(index) / 8
            let (x, y) = (place.x + radius * Turn.sine(turn), place.y + radius * Turn.cosine(turn))
            return camera.see(Vector(x, y, island.height(x: x, y: y) + 0.04))
        }
        let middle = camera.see(
            Vector(place.x, place.y, island.height(x: place.x, y: place.y) + 0.04)
        )
        for index in 0..<8 {
            glazeClipped(middle, edge(index), edge(index + 1), light.shadow, part: part)
        }
    }

    /// A small disc that faces the eye, such as a drop.
    func dot(_ place: Vector, radius: Float, _ pigment: Pigment) {
        let seen = camera.see(place)
        guard seen.z > 0.3, camera.shows(seen, radius: radius) else { return }
        let colour = light.colour(
            pigment,
            facing: 0.7,
            upward: 0.5,
            seen.dot(seen)
        )
        let corner = camera.project(seen)
        let size = max(0.6, radius * corner.z * camera.focus)
        func edge(_ index: Int) -> Raster.Corner {
            let turn = Float(index) / 6
            return corner + Raster.Corner(size * Turn.sine(turn), size * Turn.cosine(turn), 0)
        }
        for index in 0..<6 { raster.fill(corner, edge(index), edge(index + 1), colour) }
    }
}
