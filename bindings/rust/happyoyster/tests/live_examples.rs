// SPDX-License-Identifier: Apache-2.0
//! The first travel prints the same lines as in C.

mod support;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::Gateway;

/// The example, which Cargo builds beside the tests.
fn first_travel() -> PathBuf {
    let test = env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    profile.join("examples/first_travel")
}

/// What a host prints for a travel, and the picture that it saves.
fn run(host: &Path, mode: &str, name: &str) -> (String, Vec<u8>) {
    let gateway = Gateway::start();
    let issued = gateway.credentials(mode);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let credentials = directory.join(format!("{}-{}.json", name, mode));
    let png = directory.join(format!("{}-{}.png", name, mode));
    let _ = fs::remove_file(&png);
    let text = format!(
        r#"{{"apiHost":"{}","model":"{}","token":"{}","ticket":"{}"}}"#,
        issued.api_host, issued.model, issued.token, issued.ticket
    );
    fs::write(&credentials, text).unwrap();
    let output = Command::new(host)
        .arg("--png")
        .args([&png, &credentials])
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|failure| panic!("cannot run {}: {}", host.display(), failure));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}{}", printed, String::from_utf8_lossy(&output.stderr));
    (printed, fs::read(png).unwrap())
}

fn compare(mode: &str, lines: &[&str]) {
    let (printed, picture) = run(&first_travel(), mode, "rust");
    for line in lines {
        assert!(printed.lines().any(|printed| printed == *line), "{}: {}", line, printed);
    }
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    assert!(picture.len() > 864 * 480 * 3);
    if let Some(host) = env::var_os("OYSTER_C_HOST").filter(|host| !host.is_empty()) {
        assert_eq!(printed, run(Path::new(&host), mode, "c").0);
    }
}

#[test]
fn an_adventure_prints_the_lines_of_c() {
    let walk = "walk: front, looking right, with one jump";
    compare("adventure", &["status: running", walk, "frame: 864x480", "ended: status ended"]);
}

#[test]
fn a_directing_travel_prints_the_lines_of_c() {
    compare("directing", &["  queued: It begins to snow", "  resumed at 8 s"]);
}

#[test]
fn an_acting_travel_prints_the_lines_of_c() {
    compare("acting", &["  accepted: Wave to the audience", "status: paused"]);
}

#[test]
fn without_credentials_there_is_a_usage() {
    let output = Command::new(first_travel()).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("usage: "));
}
