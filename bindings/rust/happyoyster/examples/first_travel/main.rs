// SPDX-License-Identifier: Apache-2.0
//! A first travel: start it, play a little, save a frame, end it.
//!
//! ```text
//! first_travel [--png FILE] [CREDENTIALS]
//! ```
//!
//! CREDENTIALS is a JSON file with apiHost, model, token and ticket, as your own server issues
//! them (default: standard input). The program needs no threads: with host delivery handlers run
//! wherever it waits.

mod png;

use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

use happyoyster::{
    Command, Config, Delivery, Engine, Error, EventKind, Interaction, Mode, Operation, PixelFormat,
    Rotation, StartResult, Translation, Travel,
};

/// What the server issued.
struct Credentials {
    api_host: String,
    model: String,
    token: String,
    ticket: String,
}

impl Credentials {
    fn read(path: Option<&String>) -> Option<Self> {
        let mut json = String::new();
        match path {
            Some(path) => json = std::fs::read_to_string(path).ok()?,
            None => drop(std::io::stdin().read_to_string(&mut json).ok()?),
        }
        Some(Credentials {
            api_host: member(&json, "apiHost")?,
            model: member(&json, "model")?,
            token: member(&json, "token")?,
            ticket: member(&json, "ticket")?,
        })
    }
}

/// A text member of a flat JSON object. A real program has a JSON library for this.
fn member(json: &str, key: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!("\"{}\"", key))?;
    let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    Some(value.split('"').next()?.replace("\\/", "/"))
}

fn print_error(what: &str, error: &Error) {
    println!("{}: error {} {}\n  {}", what, error.code(), error.name(), error.advice());
}

/// Waits for an operation; prints its name, and its failure.
fn finish<T>(what: &str, operation: Operation<T>) -> Result<T, Error> {
    println!("{}", what);
    let outcome = operation.wait();
    if let Err(error) = &outcome {
        print_error(what, error);
    }
    outcome
}

/// Creates engine and travel; nothing is sent yet.
fn prepare(credentials: &Credentials) -> Result<(Engine, Travel), Error> {
    let engine = Engine::new()?;
    engine.set_delivery(Delivery::Host)?;
    engine.initialize(&Config::new(&credentials.api_host, &credentials.model))?;
    engine.update_token(&credentials.token)?;
    let travel = engine.create_travel(&credentials.ticket)?;
    Ok((engine, travel))
}

/// Prints the travel's events.
fn print_events(travel: &Travel) -> Result<(), Error> {
    let listener = travel.add_listener(|event| match event.kind {
        EventKind::StatusChanged => println!("status: {}", event.status),
        EventKind::Error(error) => print_error("travel", &error),
        EventKind::TravelInfoReady(info) => {
            println!("travel: mode {}, version {}", info.mode, info.version);
        }
        _ => {}
    })?;
    listener.detach();
    Ok(())
}

fn instruct(travel: &Travel, content: &str) -> Result<(), Error> {
    let sent = finish("instruct", travel.send_instruct(content))?;
    println!("  {}: {}", if sent.queued { "queued" } else { "accepted" }, content);
    Ok(())
}

/// Walks for 2 s at 24 commands per second with one jump, then releases the keys.
fn walk(engine: &Engine, travel: &Travel) -> Result<(), Error> {
    let what = "walk: front, looking right, with one jump";
    println!("{}", what);
    let steps = || {
        for tick in 0..48 {
            travel.send_command(Command {
                translation: Translation::Front,
                rotation: Rotation::MouseRight,
                interaction: if tick == 24 { Interaction::Jump } else { Interaction::None },
            })?;
            engine.dispatch(Duration::from_millis(42))?;
        }
        travel.send_command(Command::NONE)
    };
    steps().map_err(|error| {
        print_error(what, &error);
        error
    })
}

/// The mode in the result of start decides which operations the travel has.
fn play(engine: &Engine, travel: &Travel, started: &StartResult) -> Result<(), Error> {
    match started.mode {
        Mode::Adventure => walk(engine, travel),
        Mode::Directing => {
            instruct(travel, "The oven door swings open")?;
            finish("pause", travel.pause())?;
            instruct(travel, "It begins to snow")?;
            finish("resume", travel.resume())?;
            finish("pause", travel.pause())?;
            let rewound = finish("rewind to 6 s", travel.rewind(6.0))?;
            println!("  resumed at {:.0} s", rewound.resumed_at_sec.unwrap_or(f64::NAN));
            Ok(())
        }
        _ => {
            instruct(travel, "Wave to the audience")?;
            finish("pause", travel.pause())?;
            finish("resume", travel.resume())?;
            Ok(())
        }
    }
}

/// Takes the newest frame, waiting up to 5 s for one, and saves it as PNG if a path is given.
fn take_picture(travel: &Travel, path: Option<&String>) -> Result<(), Error> {
    let newest = travel.video().wait(PixelFormat::Rgb24, 0, Duration::from_secs(5));
    let frame = newest.map_err(|error| {
        print_error("frame", &error);
        error
    })?;
    println!("frame: {}x{}", frame.width(), frame.height());
    if let Some(path) = path {
        if let Err(failure) = png::write(path, frame.width(), frame.height(), &frame.packed()) {
            println!("cannot write {}: {}", path, failure);
        }
    }
    Ok(())
}

/// From start to end; the end comes also when something before it fails.
fn drive(engine: &Engine, travel: &Travel, png_path: Option<&String>) -> Result<(), Error> {
    print_events(travel)?;
    let played = finish("start", travel.start(None))
        .and_then(|started| play(engine, travel, &started))
        .and_then(|()| take_picture(travel, png_path));
    let ended = finish("end", travel.end())?;
    println!("ended: status {}", ended.status);
    played
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_png = arguments.len() > 1 && arguments[0] == "--png";
    let png_path = arguments.get(1).filter(|_| is_png);
    let path = arguments.get(if is_png { 2 } else { 0 });
    let credentials = match Credentials::read(path) {
        Some(credentials) => credentials,
        None => {
            eprintln!("usage: first_travel [--png FILE] [CREDENTIALS]");
            return ExitCode::FAILURE;
        }
    };
    println!("happyoyster {}", happyoyster::version());
    let prepared = prepare(&credentials).map_err(|error| {
        print_error("prepare", &error);
        error
    });
    let driven = prepared.and_then(|(engine, travel)| drive(&engine, &travel, png_path));
    driven.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}
