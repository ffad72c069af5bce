// SPDX-License-Identifier: Apache-2.0

/// Layout of pixels in memory, lowest address first; ours.
public enum OysterPixelFormat: String, CaseIterable, Sendable {
    /// Three planes: luma, and two of half the size.
    case i420
    /// Two planes: luma, and both chroma values side by side.
    case nv12
    /// One plane, four bytes per pixel.
    case rgba
    /// One plane, four bytes per pixel.
    case bgra
    /// One plane, three bytes per pixel.
    case rgb24
    /// One plane, three bytes per pixel, blue first.
    case bgr24
}
