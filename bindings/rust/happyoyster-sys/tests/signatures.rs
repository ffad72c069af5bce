// SPDX-License-Identifier: Apache-2.0
//! Our declarations, translated to C, are accepted by the compiler beside the header's own.

mod mirror;

use mirror::{between, callbacks, functions, header, run_c, split, structs, MODULES};

/// Declares `name` in C with the C spelling of a Rust type.
fn declare(kind: &str, name: &str) -> String {
    if let Some(target) = kind.strip_prefix("*mut ") {
        return declare(target, &format!("*{}", name));
    }
    if let Some(target) = kind.strip_prefix("*const ") {
        return format!("const {}", declare(target, &format!("*{}", name)));
    }
    if let Some((element, count)) = kind.strip_prefix('[').and_then(|k| k.split_once(';')) {
        return declare(element, &format!("{}[{}]", name, count.trim_end_matches(']').trim()));
    }
    if let Some((_, function)) = kind.split_once("extern \"C\" fn(") {
        let (parameters, result) = function.rsplit_once(')').expect("parameters end");
        let result = result.trim().trim_start_matches("->").trim_matches(|c| " >,".contains(c));
        let parameters = split(parameters).iter().map(|p| parameter(p)).collect::<Vec<_>>();
        return declare(result, &format!("(*{})({})", name, parameters.join(", ")));
    }
    let word = match kind.trim() {
        "" | "c_void" => "void",
        "c_char" => "char",
        "c_int" => "int",
        "u8" => "uint8_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i16" => "int16_t",
        "i32" => "int32_t",
        "i64" => "int64_t",
        "f64" => "double",
        "usize" => "size_t",
        other => other,
    };
    format!("{} {}", word, name)
}

fn parameter(text: &str) -> String {
    let (name, kind) = text.split_once(':').expect("a parameter has a type");
    declare(kind.trim(), name.trim())
}

#[test]
fn the_compiler_accepts_every_function_again() {
    let mut code = String::new();
    for module in MODULES {
        for (name, mut parts) in functions(module) {
            let (_, result) = parts.pop().expect("there is a result");
            let mut parameters: Vec<_> = parts.iter().map(|(n, kind)| declare(kind, n)).collect();
            if parameters.is_empty() {
                parameters.push("void".to_string());
            }
            let head = format!("{}({})", name, parameters.join(", "));
            code.push_str(&format!("{};\n", declare(&result, &head)));
        }
    }
    assert!(code.lines().count() > 40, "{}", code);
    run_c("functions", &format!("{}int main(void) {{ return 0; }}\n", code));
}

#[test]
fn the_compiler_accepts_every_callback_type_again() {
    let mut code = String::new();
    for module in MODULES {
        let ours = callbacks(module);
        let text = header(module);
        let theirs = between(&text, "typedef ", ";").filter(|t| t.contains("_fn)("));
        assert_eq!(ours.len(), theirs.count(), "{}.h", module);
        for (name, kind) in ours {
            code.push_str(&format!("typedef {};\n", declare(&kind, &name)));
        }
    }
    assert_eq!(code.lines().count(), 7, "{}", code);
    run_c("callbacks", &format!("{}int main(void) {{ return 0; }}\n", code));
}

#[test]
fn every_field_has_its_type() {
    let mut code = String::new();
    for module in MODULES {
        for (name, fields) in structs(module) {
            for (field, kind) in fields {
                let alias = format!("check_{}_{}", name, field);
                code.push_str(&format!("typedef {};\n", declare(&kind, &alias)));
                code.push_str(&format!(
                    "_Static_assert(__builtin_types_compatible_p(__typeof__((({} *)0)->{}), {}), \
                     \"{}\");\n",
                    name, field, alias, alias
                ));
            }
        }
    }
    assert!(code.lines().count() > 100, "{}", code);
    run_c("fields", &format!("{}int main(void) {{ return 0; }}\n", code));
}
