// SPDX-License-Identifier: Apache-2.0
//! The build script explains a missing library, and how programs find the library at run time.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Compiles the build script once per test, in a directory of its own.
fn script(name: &str) -> (PathBuf, PathBuf) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let program = directory.join("build-script");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
    let status = Command::new(compiler)
        .args(["--edition=2021", "-o"])
        .args([&program, &source])
        .status()
        .expect("this test needs rustc");
    assert!(status.success());
    (program, directory)
}

/// Runs the build script with a pkg-config that knows no package and a compiler that finds nothing.
fn run(program: &Path, directory: &Path, variables: &[(&str, &Path)]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(directory).env_remove("HAPPYOYSTER_LIB_DIR").env_remove("LD_LIBRARY_PATH");
    command.env("PKG_CONFIG", "false").env("CC", "echo").envs(variables.iter().copied());
    command.output().unwrap()
}

fn warnings(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter_map(|line| Some(line.strip_prefix("cargo:warning=")?.to_owned())).collect()
}

#[test]
fn a_missing_library_is_a_warning_that_names_the_ways_to_find_it() {
    let (program, directory) = script("missing");
    // `echo -print-file-name=…` has no slash: as a compiler that does not find the file.
    let output = run(&program, &directory, &[]);
    let warnings = warnings(&output);
    assert!(output.status.success());
    assert!(warnings[0].starts_with("libhappyoyster.so was not found"), "{:?}", warnings);
    for remedy in ["libhappyoyster-dev", "HAPPYOYSTER_LIB_DIR", "PKG_CONFIG_PATH", "make release"] {
        assert!(warnings[1].contains(remedy), "{:?}", warnings);
    }
}

#[test]
fn a_directory_that_the_loader_does_not_search_is_a_warning_that_explains_how_to_run() {
    let (program, directory) = script("chosen");
    fs::write(directory.join("libhappyoyster.so"), "").unwrap();
    let output = run(&program, &directory, &[("HAPPYOYSTER_LIB_DIR", &directory)]);
    let warnings_found = warnings(&output);
    assert_eq!(warnings_found.len(), 1, "{:?}", warnings_found);
    let expected = format!("LD_LIBRARY_PATH={}", directory.canonicalize().unwrap().display());
    assert!(warnings_found[0].contains(&expected), "{:?}", warnings_found);
    assert!(warnings_found[0].contains("-Wl,-rpath,"), "{:?}", warnings_found);
    let variables = [("HAPPYOYSTER_LIB_DIR", &*directory), ("LD_LIBRARY_PATH", &*directory)];
    assert!(warnings(&run(&program, &directory, &variables)).is_empty());
}

#[test]
fn a_directory_without_the_library_stops_the_build_and_is_named() {
    let (program, directory) = script("empty");
    let output = run(&program, &directory, &[("HAPPYOYSTER_LIB_DIR", &directory)]);
    assert!(!output.status.success());
    let expected = "HAPPYOYSTER_LIB_DIR is set, but there is no ";
    assert!(String::from_utf8_lossy(&output.stderr).contains(expected), "{:?}", output);
}
