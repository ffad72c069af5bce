// SPDX-License-Identifier: Apache-2.0
//! Handles of the library as values.

/// A handle: a number in the shape of a pointer, valid or not.
pub(crate) struct RawHandle<T>(pub(crate) *mut T);

impl<T> Clone for RawHandle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RawHandle<T> {}

// SAFETY: handles are tickets into a table of the library, never addresses (happyoyster.h, 2).
// They are never dereferenced on this side, stale ones are refused with a code, and every function
// that takes one may be called from any thread.
unsafe impl<T> Send for RawHandle<T> {}
// SAFETY: as above; a shared ticket can only be copied.
unsafe impl<T> Sync for RawHandle<T> {}
