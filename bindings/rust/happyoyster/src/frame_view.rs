// SPDX-License-Identifier: Apache-2.0
//! Frames: borrowed in handlers (`FrameView`), or owned (`Frame`).

use std::fmt;
use std::mem::size_of;
use std::ops::Deref;
use std::ptr;
use std::slice;
use std::time::Duration;

use happyoyster_sys as sys;

use crate::config::milliseconds;
use crate::error::{check, check_limit};
use crate::raw_handle::RawHandle;
use crate::{code, Error, PixelFormat};

/// The limit of `LIMIT_REACHED` here.
const HELD: &str = "64 frames of this view are held";

/// One decoded frame, valid as long as the reference to it.
pub struct FrameView {
    info: sys::oyster_frame_info,
    format: PixelFormat,
}

// SAFETY: the planes are read-only memory, which is not written while the frame is borrowed or held
// (video.h), so that every thread may read it.
unsafe impl Send for FrameView {}
// SAFETY: as above.
unsafe impl Sync for FrameView {}

impl FrameView {
    /// Wraps a layout; none for a format that this version does not know.
    pub(crate) fn new(info: sys::oyster_frame_info) -> Option<Self> {
        PixelFormat::from_raw(info.format).map(|format| FrameView { info, format })
    }

    /// Pixel format.
    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// Pixels, even.
    pub fn width(&self) -> usize {
        self.info.width as usize
    }

    /// Pixels, even.
    pub fn height(&self) -> usize {
        self.info.height as usize
    }

    /// Bytes per row of a plane; 0 for a plane that the format does not have.
    pub fn stride(&self, plane: usize) -> usize {
        self.info.strides.get(plane).map_or(0, |stride| *stride as usize)
    }

    /// The rows of a plane, `stride` bytes apart, the last one without padding; empty for a plane
    /// that the format does not have.
    pub fn plane(&self, plane: usize) -> &[u8] {
        let start = self.info.planes.get(plane).copied().unwrap_or(ptr::null());
        let (row, rows) = self.size(plane);
        if start.is_null() || rows == 0 {
            return &[];
        }
        let length = self.stride(plane) * (rows - 1) + row;
        // SAFETY: a plane has `rows` rows of `row` bytes at its stride (video.h), readable as long
        // as the frame, and the slice borrows the frame.
        unsafe { slice::from_raw_parts(start, length) }
    }

    /// All planes.
    pub fn planes(&self) -> impl Iterator<Item = &[u8]> {
        (0..3).map(move |plane| self.plane(plane)).filter(|plane| !plane.is_empty())
    }

    /// A copy of all planes one after the other, rows without padding.
    pub fn packed(&self) -> Vec<u8> {
        let mut copy = Vec::new();
        for plane in 0..3 {
            let (row, rows) = self.size(plane);
            for line in self.plane(plane).chunks(self.stride(plane).max(1)).take(rows) {
                copy.extend_from_slice(line.get(..row).unwrap_or(line));
            }
        }
        copy
    }

    /// 1, 2, 3 … per travel; a gap means frames not delivered.
    pub fn sequence(&self) -> u64 {
        self.info.sequence
    }

    /// Presentation time, on the same clock as that of audio.
    pub fn pts(&self) -> Duration {
        Duration::from_micros(u64::try_from(self.info.pts_us).unwrap_or(0))
    }

    /// When the frame reached the library, on the clock `CLOCK_MONOTONIC`.
    pub fn monotonic_time(&self) -> Duration {
        Duration::from_micros(u64::try_from(self.info.monotonic_time_us).unwrap_or(0))
    }

    /// Bytes per row without padding, and rows, of a plane.
    fn size(&self, plane: usize) -> (usize, usize) {
        let (width, height) = (self.width(), self.height());
        match (self.format, plane) {
            (PixelFormat::I420 | PixelFormat::Nv12, 0) => (width, height),
            (PixelFormat::I420, 1 | 2) => (width / 2, height / 2),
            (PixelFormat::Nv12, 1) => (width, height / 2),
            (PixelFormat::Rgba | PixelFormat::Bgra, 0) => (width * 4, height),
            (PixelFormat::Rgb24 | PixelFormat::Bgr24, 0) => (width * 3, height),
            _ => (0, 0),
        }
    }

    /// A line for logs, without the bytes.
    fn describe(&self, name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sequence, format) = (self.sequence(), self.format);
        write!(formatter, "{name}({sequence} {format} {}x{})", self.width(), self.height())
    }
}

impl fmt::Debug for FrameView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe("FrameView", formatter)
    }
}

/// An owned frame. It may outlive view, travel and engine, and is given back when dropped. A host can
/// hold up to 64 frames of a travel.
pub struct Frame {
    view: FrameView,
    _lease: Lease,
}

/// Gives a frame back.
struct Lease(RawHandle<sys::oyster_frame>);

impl Drop for Lease {
    fn drop(&mut self) {
        // SAFETY: the handle is ours and given back once.
        unsafe { sys::oyster_frame_release(self.0 .0) };
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.describe("Frame", formatter)
    }
}

impl Frame {
    /// Takes the newest frame of a view.
    pub(crate) fn acquire(
        view: RawHandle<sys::oyster_video_view>,
        format: PixelFormat,
    ) -> Result<Frame, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: the output lives as long as the call.
        let code =
            unsafe { sys::oyster_video_view_acquire_frame(view.0, format.raw(), &mut handle) };
        check_limit(code, "acquire", HELD)?;
        Frame::own(handle)
    }

    /// Takes the newest frame with a greater sequence number, and waits for one.
    pub(crate) fn wait(
        view: RawHandle<sys::oyster_video_view>,
        format: PixelFormat,
        after: u64,
        timeout: Duration,
    ) -> Result<Frame, Error> {
        let (mut handle, limit) = (ptr::null_mut(), milliseconds(timeout));
        // SAFETY: the output lives as long as the call.
        let code = unsafe {
            sys::oyster_video_view_wait_frame(view.0, format.raw(), after, limit, &mut handle)
        };
        check_limit(code, "wait", HELD)?;
        Frame::own(handle)
    }

    /// Owns a frame of the C interface.
    fn own(handle: *mut sys::oyster_frame) -> Result<Frame, Error> {
        let lease = Lease(RawHandle(handle));
        let mut info = sys::oyster_frame_info {
            size: size_of::<sys::oyster_frame_info>() as u32,
            format: 0,
            width: 0,
            height: 0,
            plane_count: 0,
            strides: [0; 3],
            planes: [ptr::null(); 3],
            sequence: 0,
            pts_us: 0,
            monotonic_time_us: 0,
            reserved: ptr::null_mut(),
        };
        // SAFETY: the output lives as long as the call and has its size set.
        check(unsafe { sys::oyster_frame_get_info(handle, &mut info) }, "acquire")?;
        let view = FrameView::new(info).ok_or_else(|| Error::refused(code::UNSUPPORTED, "acquire"));
        view.map(|view| Frame { view, _lease: lease })
    }
}

impl Deref for Frame {
    type Target = FrameView;

    fn deref(&self) -> &FrameView {
        &self.view
    }
}

#[cfg(test)]
mod tests {
    use super::FrameView;
    use crate::PixelFormat;
    use happyoyster_sys as sys;
    use std::ptr;

    fn view_of(format: PixelFormat, strides: [u32; 3], bytes: &[u8]) -> FrameView {
        let mut planes = [ptr::null(); 3];
        for (plane, stride) in planes.iter_mut().zip(strides).filter(|(_, stride)| *stride > 0) {
            assert!(stride as usize <= bytes.len());
            *plane = bytes.as_ptr();
        }
        let (width, height, plane_count, sequence) = (4, 2, 3, 7);
        let info = sys::oyster_frame_info {
            size: 0,
            format: format.raw(),
            width,
            height,
            plane_count,
            strides,
            planes,
            sequence,
            pts_us: -1,
            monotonic_time_us: 5,
            reserved: ptr::null_mut(),
        };
        FrameView::new(info).unwrap()
    }

    #[test]
    fn planes_end_with_their_last_pixel() {
        let bytes: Vec<u8> = (0..64).collect();
        let i420 = view_of(PixelFormat::I420, [6, 3, 3], &bytes);
        assert_eq!(i420.planes().map(<[u8]>::len).collect::<Vec<_>>(), [10, 2, 2]);
        assert_eq!(i420.packed(), [0, 1, 2, 3, 6, 7, 8, 9, 0, 1, 0, 1]);
        let nv12 = view_of(PixelFormat::Nv12, [4, 4, 0], &bytes);
        assert_eq!(nv12.planes().map(<[u8]>::len).collect::<Vec<_>>(), [8, 4]);
        let rgba = view_of(PixelFormat::Rgba, [20, 0, 0], &bytes);
        assert_eq!((rgba.plane(0).len(), rgba.packed().len()), (36, 32));
        assert_eq!((rgba.plane(1), rgba.plane(9), rgba.stride(9)), (&[][..], &[][..], 0));
        let rgb = view_of(PixelFormat::Rgb24, [12, 0, 0], &bytes);
        assert_eq!((rgb.packed(), rgb.sequence()), (bytes[..24].to_vec(), 7));
        assert_eq!((rgb.pts().as_micros(), rgb.monotonic_time().as_micros()), (0, 5));
    }
}
