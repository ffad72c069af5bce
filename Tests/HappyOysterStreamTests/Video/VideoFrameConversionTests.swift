// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import Testing

@Suite struct VideoFrameConversionTests {
    @Test(
        arguments: [
            (y: 16, u: 128, v: 128, rgb: [0, 0, 0]),
            (y: 235, u: 128, v: 128, rgb: [255, 255, 255]),
            (y: 126, u: 128, v: 128, rgb: [128, 128, 128]),
            (y: 82, u: 90, v: 240, rgb: [255, 1, 0]),
            (y: 145, u: 54, v: 34, rgb: [0, 255, 1]),
            (y: 41, u: 240, v: 110, rgb: [0, 0, 255]),
            (y: 0, u: 128, v: 128, rgb: [0, 0, 0]),
            (y: 255, u: 128, v: 128, rgb: [255, 255, 255]),
        ] as [(y: UInt8, u: UInt8, v: UInt8, rgb: [UInt8])]
    )
    func `a known colour converts to its red, green and blue`(
        y: UInt8,
        u: UInt8,
        v: UInt8,
        rgb: [UInt8]
    ) {
        let frame = TestFrame(width: 2, height: 2, y: y, u: u, v: v).frame()
        let pixel = frame.converted(to: .rgb24).bytes(plane: 0).prefix(3)
        #expect(zip(pixel, rgb).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(Array(pixel))")
    }

    @Test func `no colour is off by more than one unit`() {
        for (y, u, v) in Self.colours {
            let exact = Self.exact(y, u, v)
            let made = Self.reference(y, u, v)
            #expect(
                zip(exact, made).allSatisfy { abs($0 - Double($1)) < 1 },
                "\(y) \(u) \(v) \(exact) \(made)"
            )
        }
    }

    @Test(
        arguments: [PixelFormat.rgba, .bgra, .rgb24, .bgr24],
        [(2, 2), (6, 4), (38, 22), (130, 66)]
    )
    func `every pixel equals the plain formula for all sizes and strides`(
        format: PixelFormat,
        size: (Int, Int)
    ) {
        let image = TestFrame(width: size.0, height: size.1, seed: 7)
        let expected = Self.convert(image, format)
        for padding in [0, 1, 13] {
            let frame = image.frame(padding: padding).converted(to: format)
            #expect(frame.bytes(plane: 0) == expected)
        }
    }

    @Test(arguments: [0, 1, 13])
    func `NV12 keeps luma and interleaves chroma`(padding: Int) {
        let image = TestFrame(width: 38, height: 22, seed: 8)
        let frame = image.frame(padding: padding).converted(to: .nv12)
        #expect(frame.bytes(plane: 0) == image.planes[0])
        #expect(
            frame.bytes(plane: 1)
                == zip(image.planes[1], image.planes[2]).flatMap { [$0, $1] }
        )
    }

    @Test(arguments: [
        (PixelFormat.nv12, [38 * 22, 38 * 11]),
        (.rgba, [4 * 38 * 22]),
        (.bgra, [4 * 38 * 22]),
        (.rgb24, [3 * 38 * 22]),
        (.bgr24, [3 * 38 * 22]),
    ])
    func `a converted frame keeps size and time and has the planes of its format`(
        format: PixelFormat,
        sizes: [Int]
    ) {
        let source = TestFrame(width: 38, height: 22, seed: 9)
            .frame(presentationTime: .milliseconds(42))
        let frame = source.converted(to: format)
        #expect(frame.format == format)
        #expect((frame.width, frame.height) == (38, 22))
        #expect(frame.presentationTime == .milliseconds(42))
        #expect(frame.planes.count == sizes.count)
        #expect(sizes.indices.map { frame.bytes(plane: $0).count } == sizes)
    }

    @Test func `a frame in the wanted format is returned as it is`() {
        let frame = TestFrame(width: 4, height: 4, seed: 1).frame()
        #expect(frame.converted(to: .i420) === frame)
        let converted = frame.converted(to: .bgra)
        #expect(converted.converted(to: .bgra) === converted)
    }
}

extension VideoFrameConversionTests {
    /// Limited range colours, on a grid.
    private static let colours: [(Int, Int, Int)] = stride(from: 16, through: 235, by: 7)
        .flatMap { y in
            stride(from: 16, through: 240, by: 14).flatMap { u in
                stride(from: 16, through: 240, by: 14).map { v in (y, u, v) }
            }
        }

    /// BT.601 in real numbers.
    private static func exact(_ y: Int, _ u: Int, _ v: Int) -> [Double] {
        let luma = 1.164383 * Double(y - 16)
        let (u, v) = (Double(u - 128), Double(v - 128))
        return [luma + 1.596027 * v, luma - 0.391762 * u - 0.812968 * v, luma + 2.017232 * u]
            .map { max(0, min(255, $0)) }
    }

    /// The library's formula, with ordinary integers.
    private static func reference(_ y: Int, _ u: Int, _ v: Int) -> [UInt8] {
        let luma = 149 * y / 2
        return [
            luma + 102 * v - 14_216, luma - 25 * u - 52 * v + 8_696, luma + 129 * u - 17_672,
        ].map { UInt8(max(0, min(255, $0 / 64))) }
    }

    private static func convert(_ image: TestFrame, _ format: PixelFormat) -> [UInt8] {
        (0..<image.width * image.height).flatMap { index in
            let (x, y) = (index % image.width, index / image.width)
            let chroma = y / 2 * (image.width / 2) + x / 2
            let rgb = reference(
                Int(image.planes[0][index]),
                Int(image.planes[1][chroma]),
                Int(image.planes[2][chroma])
            )
            return switch format {
            case .rgba: rgb + [255]
            case .bgra: rgb.reversed() + [255]
            case .bgr24: rgb.reversed() + []
            default: rgb
            }
        }
    }
}
