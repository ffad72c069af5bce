// SPDX-License-Identifier: Apache-2.0
//! Finds libhappyoyster: `HAPPYOYSTER_LIB_DIR`, then `pkg-config`, then the linker's own paths.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const VARIABLE: &str = "HAPPYOYSTER_LIB_DIR";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for name in [VARIABLE, "PKG_CONFIG", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={}", name);
    }
    println!("cargo:rustc-link-lib=dylib=happyoyster");
    if let Some(directory) = chosen().or_else(from_pkg_config) {
        println!("cargo:rustc-link-search=native={}", directory.display());
        // Only our own tests run from a build tree; hosts decide themselves about a run path.
        if Path::new("tests").is_dir() {
            println!("cargo:rustc-link-arg-tests=-Wl,-rpath,{}", directory.display());
        }
        println!("cargo:lib_dir={}", directory.display());
    }
}

/// The directory that the environment names. A wrong one is told here, not by the linker.
fn chosen() -> Option<PathBuf> {
    let directory = PathBuf::from(env::var_os(VARIABLE).filter(|value| !value.is_empty())?);
    let library = Path::new(&directory).join("libhappyoyster.so");
    match directory.canonicalize() {
        Ok(found) if library.exists() => Some(found),
        _ => panic!("{} is set, but there is no {}", VARIABLE, library.display()),
    }
}

/// The directory that pkg-config tells; none when the library is in a default one.
fn from_pkg_config() -> Option<PathBuf> {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = Command::new(program).args(["--libs-only-L", "happyoyster"]).output().ok()?;
    let flags = String::from_utf8(output.stdout).ok()?;
    let directory = flags.split_whitespace().find_map(|flag| flag.strip_prefix("-L"))?;
    output.status.success().then(|| PathBuf::from(directory))
}
