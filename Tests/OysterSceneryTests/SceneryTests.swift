// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import OysterScenery
import Testing

@Suite struct SceneryTests {
    @Test(
        arguments: [
            ("adventure", nil, 864, 480), ("directing", "9:16", 864, 480),
            ("acting", nil, 480, 864),
            ("acting", "16:9", 864, 480),
        ] as [(String, String?, Int, Int)]
    )
    func `the size follows mode and ratio`(
        mode: String,
        ratio: String?,
        width: Int,
        height: Int
    ) {
        let scenery = Scenery(mode: OysterModeValue(rawValue: mode), aspectRatio: ratio)
        #expect(scenery.size.width == width)
        #expect(scenery.size.height == height)
    }
}
