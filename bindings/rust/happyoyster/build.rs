// SPDX-License-Identifier: Apache-2.0
//! Lets tests and examples find the library where it was linked from.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Ok(directory) = env::var("DEP_HAPPYOYSTER_LIB_DIR") {
        // Cargo refuses the instruction for kinds that a package lacks.
        for kind in ["tests", "examples"].iter().filter(|kind| Path::new(kind).is_dir()) {
            println!("cargo:rustc-link-arg-{}=-Wl,-rpath,{}", kind, directory);
        }
    }
}
