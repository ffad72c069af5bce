// SPDX-License-Identifier: Apache-2.0
//! The types of C that this crate defines itself are those of the platform.

#[test]
fn char_and_int_are_those_of_the_platform() {
    let _: *const std::os::raw::c_char = std::ptr::null::<happyoyster_sys::c_char>();
    let _: *const std::os::raw::c_int = std::ptr::null::<happyoyster_sys::c_int>();
}
