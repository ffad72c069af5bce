// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import Testing

@Suite struct CanvasTests {
    /// Paints on black and returns the luma.
    private func luma(_ paint: (Canvas) -> Void) -> [UInt8] {
        FramePool().frame(.i420, width: 24, height: 16, presentationTime: .zero) { planes in
            let canvas = Canvas(planes)
            canvas.fill(canvas.bounds, .black)
            paint(canvas)
        }.bytes(plane: 0)
    }

    private func lit(_ paint: (Canvas) -> Void) -> Int { luma(paint).count { $0 != 16 } }

    @Test(
        arguments: [
            (Colour.black, 16, 128, 128), (.white, 235, 128, 128), (Colour(255, 0, 0), 82, 90, 240),
            (Colour(0, 255, 0), 144, 54, 34), (Colour(0, 0, 255), 41, 240, 110),
            (Colour(-5, 999, 0), 144, 54, 34),
        ] as [(Colour, UInt8, UInt8, UInt8)]
    )
    func `a colour has its samples`(colour: Colour, y: UInt8, u: UInt8, v: UInt8) {
        #expect([colour.luma, colour.u, colour.v] == [y, u, v])
    }

    @Test func `a rectangle covers its pixels and no others`() {
        #expect(lit { $0.fill(Rect(x: 2, y: 4, width: 6, height: 2), .white) } == 12)
        #expect(
            lit { $0.outline(Rect(x: 2, y: 2, width: 10, height: 8), thickness: 1, .white) } == 32
        )
        #expect(lit { $0.fill(Rect(x: 2, y: 4, width: -6, height: 2), .white) } == 0)
    }

    @Test func `painting outside of the canvas is clipped`() {
        #expect(lit { $0.fill(Rect(x: -9, y: -9, width: 99, height: 99), .white) } == 24 * 16)
        #expect(lit { $0.fill(Rect(x: 40, y: 0, width: 9, height: 9), .white) } == 0)
        #expect(lit { $0.ellipse(x: -50, y: 8, radiusX: 9, radiusY: 9, .white) } == 0)
        #expect(lit { $0.text("far away and long", x: -200, y: 90, scale: 3, .white) } == 0)
        let clipped = lit { canvas in
            canvas.clipped(to: Rect(x: 0, y: 0, width: 3, height: 3)).fill(canvas.bounds, .white)
        }
        #expect(clipped == 9)
    }

    @Test func `an ellipse reaches its radius on both axes`() {
        let luma = luma { $0.ellipse(x: 12, y: 8, radiusX: 7, radiusY: 5, .white) }
        func isLit(_ x: Int, _ y: Int) -> Bool { luma[y * 24 + x] != 16 }
        #expect(isLit(5, 8) && isLit(19, 8) && isLit(12, 3) && isLit(12, 13))
        #expect(!isLit(4, 8) && !isLit(20, 8) && !isLit(12, 2) && !isLit(12, 14) && !isLit(5, 3))
    }

    @Test func `every printable character has a glyph of its own`() {
        let glyphs = (0x21...0x7E as ClosedRange<UInt8>).map { code in
            luma { $0.text(String(UnicodeScalar(code)), x: 0, y: 0, scale: 1, .white) }
        }
        #expect(Set(glyphs).count == 94)
        #expect(glyphs.allSatisfy { $0.contains(235) })
        #expect(lit { $0.text(" ", x: 0, y: 0, scale: 1, .white) } == 0)
    }

    @Test func `a character that the font lacks is a box`() {
        let box = luma { $0.text("é", x: 0, y: 0, scale: 1, .white) }
        #expect(box == luma { $0.text("牡", x: 0, y: 0, scale: 1, .white) })
        #expect(box.contains(235))
    }
}
