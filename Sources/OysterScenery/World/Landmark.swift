// SPDX-License-Identifier: Apache-2.0

/// Positions of objects on the island, in metres east and north.
enum Landmark {
    typealias Place = (x: Float, y: Float)

    /// A position and a direction.
    struct Spot: Equatable, Sendable {
        var x: Float
        var y: Float
        var heading: Float

        init(_ place: Place, heading: Float = 0) {
            (x, y) = place
            self.heading = heading
        }

        var place: Place { (x, y) }
    }

    /// Position of the person in an acting travel.
    static let mark: Place = (129, 103)
    /// Start position of the avatar, with a view of the bay.
    static let start: Place = (124, 78)
    static let lighthouse: Place = (174, 178)
    /// On the side of the lighthouse that faces the path.
    static let door: Place = (171.4, 175.4)
    static let cottage: Place = (97, 106)
    static let horse: Place = (136, 100)
    static let bicycle: Place = (101.5, 102)
    static let jetty: Place = (118, 113)
    static let oyster: Place = (131, 112)
    static let sign: Place = (127.5, 88)
    static let fences: [(Place, Float)] = [
        ((108, 97), 0.12), ((110, 99), 0.12), ((90, 100), 0.45), ((89, 102.5), 0.45),
    ]
    /// Palms that frame the view from the start.
    static let palms: [Place] = [(110, 104), (107.5, 106), (146, 110), (149, 111)]
    /// Large rocks that give cover.
    static let boulders: [Place] = [(103, 112), (152, 112), (161, 131), (84, 124)]
    /// Vertices of the path from the start along the beach to the lighthouse.
    static let path: [Place] = [
        (122, 30), (124, 78), (126, 96), (142, 101), (164, 108), (184, 124), (190, 142),
        (182, 160), (171, 172),
    ]
    static let lane: [Place] = [(125, 90), (112, 98), (100, 102)]

    static let obstacles: [Obstacle] =
        [
            Obstacle(x: lighthouse.x, y: lighthouse.y, radius: 3.6),
            Obstacle(x: cottage.x, y: cottage.y, radius: 4.6),
        ] + boulders.map { Obstacle(x: $0.x, y: $0.y, radius: 2.1) }

    /// Metres from a position to the nearest path.
    static func distanceToPath(x: Float, y: Float) -> Float {
        min(distance(x, y, to: path), distance(x, y, to: lane))
    }

    private static func distance(_ x: Float, _ y: Float, to line: [Place]) -> Float {
        var nearest = Float.infinity
        for (from, to) in zip(line, line.dropFirst()) {
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let part = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)
            let (ex, ey) = (
                from.x + dx * part.clamped(0, 1) - x, from.y + dy * part.clamped(0, 1) - y
            )
            nearest = min(nearest, (ex * ex + ey * ey).squareRoot())
        }
        return nearest
    }
}
