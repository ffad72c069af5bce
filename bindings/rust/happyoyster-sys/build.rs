// SPDX-License-Identifier: Apache-2.0
//! Finds libhappyoyster: `HAPPYOYSTER_LIB_DIR`, then `pkg-config`, then the linker's own paths.
//! Warns when none of them has it, and when programs will not find it at run time.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const VARIABLE: &str = "HAPPYOYSTER_LIB_DIR";
const LIBRARY: &str = "libhappyoyster.so";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for name in [VARIABLE, "PKG_CONFIG", "PKG_CONFIG_PATH", "CC", "LD_LIBRARY_PATH"] {
        println!("cargo:rerun-if-env-changed={}", name);
    }
    println!("cargo:rustc-link-lib=dylib=happyoyster");
    if let Some(directory) = chosen().or_else(from_pkg_config) {
        println!("cargo:rustc-link-search=native={}", directory.display());
        // The tests of this crate run from a build tree; hosts choose a run path themselves.
        if Path::new("tests").is_dir() {
            println!("cargo:rustc-link-arg-tests=-Wl,-rpath,{}", directory.display());
        }
        println!("cargo:lib_dir={}", directory.display());
        if !loader_searches(&directory) {
            explain_run_time(&directory);
        }
    } else if !linker_finds_library() {
        explain_missing_library();
    }
}

/// The directory that the environment names. Fails when it does not contain the library.
fn chosen() -> Option<PathBuf> {
    let directory = PathBuf::from(env::var_os(VARIABLE).filter(|value| !value.is_empty())?);
    let library = Path::new(&directory).join(LIBRARY);
    match directory.canonicalize() {
        Ok(found) if library.exists() => Some(found),
        _ => panic!("{} is set, but there is no {}", VARIABLE, library.display()),
    }
}

/// The directory that pkg-config returns; `None` when the library is in a default one.
fn from_pkg_config() -> Option<PathBuf> {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = Command::new(program).args(["--libs-only-L", "happyoyster"]).output().ok()?;
    let flags = String::from_utf8(output.stdout).ok()?;
    let directory = flags.split_whitespace().find_map(|flag| flag.strip_prefix("-L"))?;
    output.status.success().then(|| PathBuf::from(directory))
}

/// Whether the C compiler finds the library in its own paths. It prints only the name if not.
fn linker_finds_library() -> bool {
    let program = env::var_os("CC").unwrap_or_else(|| "cc".into());
    match Command::new(program).arg(format!("-print-file-name={}", LIBRARY)).output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().contains('/'),
        Err(_) => true, // Without an answer, leave the decision to the linker.
    }
}

/// Whether the dynamic loader searches a directory: by default, or because of the environment.
fn loader_searches(directory: &Path) -> bool {
    let paths = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let is_listed =
        env::split_paths(&paths).any(|path| path.canonicalize().ok().as_deref() == Some(directory));
    is_listed
        || ["/lib", "/usr/lib", "/usr/local/lib"].iter().any(|root| directory.starts_with(root))
}

fn explain_missing_library() {
    println!("cargo:warning={} was not found, so that linking will fail.", LIBRARY);
    println!(
        "cargo:warning=Install libhappyoyster-dev, or set {} to the directory that contains {} \
         (build/lib after `make release`), or PKG_CONFIG_PATH to the directory of happyoyster.pc.",
        VARIABLE, LIBRARY
    );
}

fn explain_run_time(directory: &Path) {
    let directory = directory.display();
    println!(
        "cargo:warning=Programs find {} at run time with LD_LIBRARY_PATH={}, or with a run path: \
         println!(\"cargo:rustc-link-arg=-Wl,-rpath,{}\") in the build script of the program.",
        LIBRARY, directory, directory
    );
}
