// SPDX-License-Identifier: Apache-2.0
//! Nothing of the header is missing here, and nothing is here that the header lacks.

mod mirror;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use mirror::{between, constants, functions, header, project, source, MODULES};

/// Names and argument counts of the header's functions.
fn exported(module: &str) -> BTreeMap<String, usize> {
    let text = header(module);
    let declarations = between(&text, "OYSTER_API ", ";").filter(|text| text.contains('('));
    let counted = declarations.map(|declaration| {
        let (head, rest) = declaration.split_once('(').expect("checked above");
        let name = head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let parameters = rest.trim_end_matches(')').trim();
        let count = if parameters == "void" { 0 } else { parameters.split(',').count() };
        (name.to_string(), count)
    });
    counted.filter(|(name, _)| name.starts_with("oyster_")).collect()
}

#[test]
fn every_function_is_declared_with_its_argument_count() {
    let mut total = BTreeSet::new();
    for module in MODULES {
        let ours = functions(module).into_iter().filter(|(name, _)| name.starts_with("oyster_"));
        let ours: BTreeMap<_, _> = ours.map(|(name, parts)| (name, parts.len() - 1)).collect();
        assert_eq!(ours, exported(module), "{}.h", module);
        total.extend(ours.into_keys());
    }
    let map = fs::read_to_string(project().join("abi/happyoyster.map")).expect("there is a map");
    let symbols = map.lines().filter_map(|line| line.trim().strip_suffix(';'));
    let symbols = symbols.filter(|name| name.starts_with("oyster_")).map(String::from);
    assert_eq!(total, symbols.collect());
}

#[test]
fn every_enumerator_has_its_value() {
    let mut total = 0;
    for module in MODULES {
        let text = header(module);
        let bodies = between(&text, "typedef enum OYSTER_ENUM ", ";").collect::<Vec<_>>();
        let ours = constants(module);
        let mut theirs = BTreeMap::new();
        for body in bodies {
            let (name, members) = body.split_once('{').expect("an enum has members");
            let alias = format!("pub type {} = ", name.trim());
            assert!(source(module).contains(&alias), "{} is missing", name);
            for member in members.split('}').next().unwrap_or("").split(',') {
                if let Some((name, value)) = member.split_once('=') {
                    let value: i64 = value.trim().parse().expect("an enumerator is a number");
                    theirs.insert(name.trim().to_string(), value);
                }
            }
        }
        total += theirs.len();
        for (name, value) in &theirs {
            assert_eq!(ours.get(name), Some(value), "{}", name);
        }
        let extra = ours.keys().filter(|name| !theirs.contains_key(*name));
        let extra: Vec<_> =
            extra.filter(|name| !text.contains(&format!("#define {}", name))).collect();
        assert!(extra.is_empty(), "{}.h lacks {:?}", module, extra);
    }
    assert!(total > 100, "only {} enumerators were found", total);
}

#[test]
fn versions_agree() {
    let typed = fs::read_to_string(project().join("VERSION")).expect("there is a version");
    let typed = typed.trim();
    assert_eq!(env!("CARGO_PKG_VERSION"), typed);
    let abi = happyoyster_sys::OYSTER_ABI_VERSION;
    assert_eq!(format!("{}.{}.{}", abi >> 24, abi >> 12 & 0xfff, abi & 0xfff), typed);
    let manifest = project().join("bindings/rust/happyoyster/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("there is a crate above");
    assert!(manifest.contains(&format!("\nversion = \"{}\"", typed)));
    assert!(manifest.contains(&format!("version = \"={}\"", typed)));
}

#[test]
fn our_char_is_the_platforms() {
    let _: *const std::os::raw::c_char = std::ptr::null::<happyoyster_sys::c_char>();
    let _: *const std::os::raw::c_int = std::ptr::null::<happyoyster_sys::c_int>();
}
