// SPDX-License-Identifier: Apache-2.0

/// Layout of pixels in memory, lowest address first; raw values are those of `oyster_pixel_format`.
package enum PixelFormat: Int32, Sendable, CaseIterable {
    case i420 = 1
    case nv12
    case rgba
    case bgra
    case rgb24
    case bgr24
}
