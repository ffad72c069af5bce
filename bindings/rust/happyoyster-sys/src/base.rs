// SPDX-License-Identifier: Apache-2.0
//! Words that every other header uses: results, handles, JSON, versions (`base.h`).

use core::marker::{PhantomData, PhantomPinned};

pub use core::ffi::c_void;

// `core::ffi::c_char` came with Rust 1.64.
/// C's `char` on Linux.
#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
pub type c_char = i8;
/// C's `char` on Linux.
#[cfg(not(any(target_arch = "x86_64", target_arch = "x86")))]
pub type c_char = u8;
/// C's `int` on Linux.
pub type c_int = i32;

/// Major version of the header that this crate mirrors.
pub const OYSTER_VERSION_MAJOR: u32 = 0;
/// Minor version of the header that this crate mirrors.
pub const OYSTER_VERSION_MINOR: u32 = 1;
/// Patch version of the header that this crate mirrors.
pub const OYSTER_VERSION_PATCH: u32 = 0;

/// Pack a version as [`oyster_abi_version`] does.
pub const fn OYSTER_ABI_PACK(major: u32, minor: u32, patch: u32) -> u32 {
    major << 24 | minor << 12 | patch
}

/// The ABI that this crate mirrors. Same major, equal or larger rest: compatible.
pub const OYSTER_ABI_VERSION: u32 =
    OYSTER_ABI_PACK(OYSTER_VERSION_MAJOR, OYSTER_VERSION_MINOR, OYSTER_VERSION_PATCH);

/// 0 is success; every other value is an error code.
pub type oyster_result = i32;

/// An incomplete struct of C: used by pointer only, neither movable nor sendable by itself.
type Incomplete = PhantomData<(*mut u8, PhantomPinned)>;

/// An engine: configuration, token, at most one travel in flight.
#[repr(C)]
pub struct oyster_engine {
    _private: [u8; 0],
    _incomplete: Incomplete,
}

/// A travel: one real-time experience.
#[repr(C)]
pub struct oyster_travel {
    _private: [u8; 0],
    _incomplete: Incomplete,
}

/// The picture of one travel.
#[repr(C)]
pub struct oyster_video_view {
    _private: [u8; 0],
    _incomplete: Incomplete,
}

/// One decoded picture, reference-counted.
#[repr(C)]
pub struct oyster_frame {
    _private: [u8; 0],
    _incomplete: Incomplete,
}

/// A JSON tree of the cJSON library.
#[repr(C)]
pub struct cJSON {
    _private: [u8; 0],
    _incomplete: Incomplete,
}

/// Called once when the library will never use `context` again.
pub type oyster_release_fn = Option<unsafe extern "C" fn(context: *mut c_void)>;

/// How an asynchronous operation ended; called exactly once per accepted operation.
pub type oyster_done_fn =
    Option<unsafe extern "C" fn(context: *mut c_void, code: oyster_result, result: *const cJSON)>;

/// Id of an event listener.
pub type oyster_listener_id = u64;

/// What became of the host code that a call gives back.
pub type oyster_release_outcome = u32;
/// No callback runs or will run.
pub const OYSTER_RELEASE_COMPLETE: oyster_release_outcome = 0;
/// A callback still runs, or a completion is pending; release functions run once, last.
pub const OYSTER_RELEASE_DEFERRED: oyster_release_outcome = 1;

extern "C" {
    /// The version of the loaded library.
    pub fn oyster_version() -> *const c_char;
    /// The ABI of the loaded library.
    pub fn oyster_abi_version() -> u32;
    /// Print a JSON tree as compact UTF-8 text.
    pub fn oyster_json_print(json: *const cJSON) -> *mut c_char;
    /// Free a tree that the library gave to the caller.
    pub fn oyster_json_free(json: *mut cJSON);
    /// Free text that the library gave to the caller.
    pub fn oyster_string_free(text: *mut c_char);
}
