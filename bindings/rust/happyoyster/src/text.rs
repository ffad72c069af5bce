// SPDX-License-Identifier: Apache-2.0
//! Conversion of text between Rust and C.

use std::ffi::{CStr, CString};
use std::os::raw::c_char;

use happyoyster_sys as sys;

use crate::{code, Error};

/// Copies text for C.
pub(crate) fn to_c(text: impl Into<Vec<u8>>, operation: &'static str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| {
        Error::with_message(code::INVALID_ARGUMENT, operation, "the text contains a NUL character")
    })
}

/// Static text of the library.
///
/// # Safety
/// `text` is NULL, or NUL-terminated and never freed.
pub(crate) unsafe fn from_static(text: *const c_char) -> &'static str {
    if text.is_null() {
        return "";
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("")
}

/// Text that a callback borrows, copied only if it is not UTF-8.
///
/// # Safety
/// `text` is NULL, or NUL-terminated for as long as `'a`.
pub(crate) unsafe fn borrowed<'a>(text: *const c_char) -> std::borrow::Cow<'a, str> {
    if text.is_null() {
        return "".into();
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// Prints a tree; `{}` when there is no memory.
///
/// # Safety
/// `tree` is NULL, or a tree of the library that does not change during the call.
pub(crate) unsafe fn print(tree: *const sys::cJSON) -> String {
    // SAFETY: as the caller promises.
    let text = unsafe { sys::oyster_json_print(tree) };
    if text.is_null() {
        return "{}".to_string();
    }
    // SAFETY: the library gave us NUL-terminated text that is ours until freed, which is once.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        sys::oyster_string_free(text);
        copy
    }
}
