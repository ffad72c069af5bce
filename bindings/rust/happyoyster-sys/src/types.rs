// SPDX-License-Identifier: Apache-2.0
//! Types of C, and what packs versions.

use core::marker::{PhantomData, PhantomPinned};

use crate::base::{OYSTER_VERSION_MAJOR, OYSTER_VERSION_MINOR, OYSTER_VERSION_PATCH};

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

/// An incomplete struct of C: used by pointer only, neither movable nor sendable by itself.
pub(crate) type Incomplete = PhantomData<(*mut u8, PhantomPinned)>;

/// Pack a version as [`oyster_abi_version`](crate::oyster_abi_version) does.
pub const fn OYSTER_ABI_PACK(major: u32, minor: u32, patch: u32) -> u32 {
    major << 24 | minor << 12 | patch
}

/// The ABI that this crate mirrors. Same major, equal or larger rest: compatible.
pub const OYSTER_ABI_VERSION: u32 =
    OYSTER_ABI_PACK(OYSTER_VERSION_MAJOR, OYSTER_VERSION_MINOR, OYSTER_VERSION_PATCH);
