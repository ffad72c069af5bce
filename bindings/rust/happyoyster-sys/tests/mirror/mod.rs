// SPDX-License-Identifier: Apache-2.0
//! Reads the C header and our own sources as text, just well enough for their regular style.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const MODULES: [&str; 9] =
    ["audio", "base", "engine", "error", "event", "log", "stream_engine", "travel", "video"];

/// A declaration with parts: parameters of a function, fields of a struct.
pub type Parts = BTreeMap<String, Vec<(String, String)>>;

pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A header without comments.
pub fn header(module: &str) -> String {
    let path = project().join("include/happyoyster").join(format!("{}.h", module));
    let text = fs::read_to_string(&path).expect("the header belongs to the project");
    let mut code = String::new();
    for (i, part) in text.split("/*").enumerate() {
        code.push_str(if i == 0 { part } else { part.split_once("*/").map_or("", |p| p.1) });
    }
    code
}

/// One of our sources, without comments, in one line.
pub fn source(module: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(format!("{}.rs", module));
    let text = fs::read_to_string(path).expect("there is a module per header");
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim());
    lines.collect::<Vec<_>>().join(" ").replace("( ", "(").replace(", )", ")").replace(",)", ")")
}

/// What stands between each `start` and the next `end`.
pub fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or(""))
}

/// Splits at commas that no bracket encloses.
pub fn split(list: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for character in list.replace("->", "→").chars() {
        match character {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is a first part").push(character);
    }
    let parts = parts.iter().map(|part| part.trim().replace('→', "->"));
    parts.filter(|part| !part.is_empty()).collect()
}

fn named(list: &str) -> Vec<(String, String)> {
    let pairs = split(list).into_iter().map(|part| {
        let (name, kind) = part.split_once(':').expect("every part has a type");
        let name = name.trim().trim_start_matches("pub ").trim_start_matches("r#");
        (name.to_string(), kind.trim().to_string())
    });
    pairs.collect()
}

/// Our functions: parameters, and the result under the name `return`.
pub fn functions(module: &str) -> Parts {
    let text = source(module);
    let mut found = Parts::new();
    for declaration in between(&text, "pub fn ", ";") {
        let (name, rest) = declaration.split_once('(').expect("a function has parameters");
        let (parameters, result) = rest.rsplit_once(')').expect("parameters end");
        let mut parts = named(parameters);
        let result = result.trim().trim_start_matches("->").trim();
        parts.push(("return".to_string(), result.to_string()));
        found.insert(name.to_string(), parts);
    }
    found
}

/// Our structs and their fields, handles excepted.
pub fn structs(module: &str) -> Parts {
    let text = source(module);
    let bodies = between(&text, "pub struct ", "}").filter_map(|body| body.split_once('{'));
    let known = bodies.filter(|(_, fields)| !fields.contains("_private"));
    known.map(|(name, fields)| (name.trim().to_string(), named(fields))).collect()
}

/// Our constants that are numbers.
pub fn constants(module: &str) -> BTreeMap<String, i64> {
    let text = source(module);
    let pairs = between(&text, "pub const ", ";").filter_map(|constant| {
        let (name, value) = constant.split_once(" = ")?;
        Some((name.split(':').next()?.to_string(), value.parse().ok()?))
    });
    pairs.collect()
}

/// Our callback types.
pub fn callbacks(module: &str) -> BTreeMap<String, String> {
    let text = source(module);
    let pairs = between(&text, "pub type ", ";").filter_map(|alias| {
        let (name, kind) = alias.split_once('=')?;
        kind.contains("Option<").then(|| (name.trim().to_string(), kind.trim().to_string()))
    });
    pairs.collect()
}

/// Compiles a C program against the header, runs it, and gives what it printed.
pub fn run_c(name: &str, code: &str) -> String {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (directory.join(format!("{}.c", name)), directory.join(name));
    let start = "#include <happyoyster.h>\n#include <stdio.h>\n";
    fs::write(&source, format!("{}{}", start, code)).expect("the target directory is writable");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let status = Command::new(compiler)
        .args(["-std=c11", "-Wall", "-Werror", "-I"])
        .arg(project().join("include"))
        .args([&source, Path::new("-o"), &program].map(|path| path.to_path_buf()))
        .status()
        .expect("this test needs a C compiler");
    assert!(status.success(), "{} does not agree with the header", source.display());
    let output = Command::new(&program).output().expect("the program was compiled");
    String::from_utf8(output.stdout).expect("it prints ASCII")
}
