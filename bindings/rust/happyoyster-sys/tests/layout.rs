// SPDX-License-Identifier: Apache-2.0
//! Sizes, offsets and numbers are those that the C compiler tells.

mod mirror;

use std::collections::BTreeMap;
use std::mem::{size_of, MaybeUninit};
use std::ptr::addr_of;

use happyoyster_sys::*;
use mirror::{constants, run_c, structs, MODULES};

/// Measures structs: size first, then the offset of each field.
macro_rules! measured {
    ($($name:ident { $($field:ident),* })*) => {{
        let mut all: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
        $({
            let memory = MaybeUninit::<$name>::uninit();
            let start = memory.as_ptr();
            let offsets = vec![
                ("sizeof".to_string(), size_of::<$name>()),
                // SAFETY: addr_of only computes an address within `memory`; nothing is read.
                $((stringify!($field).trim_start_matches("r#").to_string(),
                   unsafe { addr_of!((*start).$field) } as usize - start as usize)),*
            ];
            all.insert(stringify!($name).to_string(), offsets);
        })*
        all
    }};
}

fn ours() -> BTreeMap<String, Vec<(String, usize)>> {
    measured! {
        oyster_audio_info {
            size, sample_rate, channels, frame_count, samples, pts_us, monotonic_time_us, reserved
        }
        oyster_config {
            size, log_level, api_host, model, callback_timeout_ms, poll_interval_ms,
            stream_engine, ca_file, user_agent, reserved, play_audio
        }
        oyster_event { size, r#type, status, code, payload, sequence, monotonic_time_us, reserved }
        oyster_frame_info {
            size, format, width, height, plane_count, strides, planes, sequence, pts_us,
            monotonic_time_us, reserved
        }
        oyster_start_options { size, max_experience_time_sec, reserved }
        oyster_stream_audio { size, sample_rate, channels, frame_count, samples, pts_us }
        oyster_stream_http_response { size, status, body, body_length, location, failure }
        oyster_stream_http_request {
            size, method, url, bearer, content_type, body, body_length, timeout_ms, done, owner
        }
        oyster_stream_command { size, translation, rotation, interaction, sequence, monotonic_time_us }
        oyster_stream_frame {
            size, format, width, height, strides, planes, pts_us, release, owner
        }
        oyster_stream_sink {
            size, context, state, first_frame, failure, wants_frames, frame, log, closed,
            wants_audio, audio, http, recording_failed
        }
        oyster_stream_requirements { size, play_audio }
        oyster_stream_join { size, rtc_config, travel_id, mode, aspect_ratio, timeout_ms, play_audio }
        oyster_stream_engine {
            size, abi, name, engine, supports, join, leave, send_command, set_local_audio, stats,
            record, prepare
        }
    }
}

#[test]
fn every_struct_has_the_size_and_offsets_of_c() {
    let ours = ours();
    let declared: BTreeMap<_, _> = MODULES.iter().flat_map(|module| structs(module)).collect();
    assert!(ours.keys().eq(declared.keys()), "a struct is not measured");
    let mut code = "int main(void) {\n".to_string();
    let mut expected = String::new();
    for (name, fields) in &ours {
        assert_eq!(fields.len(), declared[name].len() + 1, "a field of {} is not measured", name);
        for (field, offset) in fields {
            let value = match field.as_str() {
                "sizeof" => format!("sizeof({})", name),
                field => format!("offsetof({}, {})", name, field),
            };
            code.push_str(&format!("printf(\"{} {} %zu\\n\", {});\n", name, field, value));
            expected.push_str(&format!("{} {} {}\n", name, field, offset));
        }
    }
    code.push_str("return 0;\n}\n");
    assert_eq!(expected, run_c("layout", &code));
}

#[test]
fn every_constant_has_the_value_of_c() {
    let mut code = "int main(void) {\n".to_string();
    let mut expected = String::new();
    for (name, value) in MODULES.iter().flat_map(|module| constants(module)) {
        code.push_str(&format!("printf(\"{} %lld\\n\", (long long){});\n", name, name));
        expected.push_str(&format!("{} {}\n", name, value));
    }
    code.push_str("return 0;\n}\n");
    assert!(expected.lines().count() > 100);
    assert_eq!(expected, run_c("constants", &code));
}

#[test]
fn enums_travel_as_32_bits() {
    let widths = "int main(void) { printf(\"%zu %zu %zu\", sizeof(oyster_status), \
                  sizeof(oyster_error_code), sizeof(oyster_translation)); return 0; }";
    assert_eq!(run_c("widths", widths), "4 4 4");
    assert_eq!(size_of::<oyster_status>(), 4);
    assert_eq!(OYSTER_ABI_VERSION, OYSTER_ABI_PACK(0, 1, 0));
}
