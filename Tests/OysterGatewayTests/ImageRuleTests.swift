// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct ImageRuleTests {
    private func isValid(_ image: JSONObject) -> Bool {
        (try? ImageRule.check(Fields(object: image), ratio: ImageRule.landscape)) != nil
    }

    @Test(
        arguments: [
            ["url": "https://a/b.png"], ["url": "HTTP://a:80?x"],
            ["base64": "data:image/png;base64,iVBORw0KGgo="], ["base64": "iVBORw0KGgo"],
            ["base64": "UklGRgAAAABXRUJQ"], ["base64": "/9j/", "referenceType": "default"],
            // PNG, 1920 by 1080.
            ["base64": "iVBORw0KGgoAAAANSUhEUgAAB4AAAAQ4"],
        ] as [JSONObject]
    )
    func `a valid image is accepted`(image: JSONObject) {
        #expect(isValid(image))
    }

    @Test(
        arguments: [
            [:], ["url": "a/b.png"], ["url": "ftp://a/b"], ["url": "https://"],
            ["url": "https:///b"],
            ["url": "https://a/b c"], ["url": 1], ["url": "https://a", "base64": "/9j/"],
            ["base64": ""], ["base64": "R0lGODlh"], ["base64": "@@@@"], ["base64": "iVBORw0KGg=o"],
            ["base64": "/9j/", "referenceType": "other"],
            // PNG, 1080 by 1920.
            ["base64": "iVBORw0KGgoAAAANSUhEUgAABDgAAAeA"],
            ["base64": "iVBORw0KGgoAAAANSUhEUgAABDgAAAAA"],
        ] as [JSONObject]
    )
    func `an invalid image is refused`(image: JSONObject) {
        #expect(!isValid(image))
    }

    @Test(
        arguments: [
            ("", []), ("TQ==", [0x4D]), ("TQ", [0x4D]), ("TWE=", [0x4D, 0x61]),
            ("TWFu", [0x4D, 0x61, 0x6E]), ("T", nil), ("TQ=", nil), ("TQ===", nil), ("T-Fu", nil),
        ] as [(String, [UInt8]?)]
    )
    func `valid base64 is decoded, invalid base64 is refused`(text: String, bytes: [UInt8]?) {
        #expect(Base64.decode(text.utf8) == bytes)
    }

    @Test func `the size of a JPEG is found after its other segments`() {
        let header = ImageHeader([
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0x04,
            0x38, 0x07, 0x80, 3,
        ])
        #expect(header?.width == 1920)
        #expect(header?.height == 1080)
    }
}
