// SPDX-License-Identifier: Apache-2.0
//! Declarations of `libhappyoyster`, name for name, one module per header.
//!
//! Nothing here has behaviour; the comments of the C header are the contract, `happyoyster.h` first.
//! Enums are open in C, so they are numbers here: constants of a type alias.

#![no_std]
#![allow(non_camel_case_types, non_snake_case)]

pub mod audio;
pub mod base;
pub mod control;
pub mod engine;
pub mod error;
pub mod event;
pub mod log;
pub mod stream_engine;
pub mod travel;
pub mod video;

pub use audio::*;
pub use base::*;
pub use control::*;
pub use engine::*;
pub use error::*;
pub use event::*;
pub use log::*;
pub use stream_engine::*;
pub use travel::*;
pub use video::*;
