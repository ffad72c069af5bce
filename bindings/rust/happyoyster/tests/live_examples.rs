// SPDX-License-Identifier: Apache-2.0
//! The first travel as a program; Tests/story compares what it prints with other languages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The example, which Cargo builds beside the tests.
fn first_travel() -> PathBuf {
    let test = env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    profile.join("examples/first_travel")
}

#[test]
fn the_example_without_credentials_prints_its_usage() {
    let output = Command::new(first_travel()).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("usage: "));
}
