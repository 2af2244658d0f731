//! Finds mutants of a source file, and writes the file with some of them in it.
//!
//! ```text
//! countersign-mutants list FILE…             all mutants, as JSON
//! countersign-mutants write FILE INDEX=N…    the file with those mutants, each asleep until `mutant::is(N)`
//! countersign-mutants alone FILE INDEX       the file with that mutant in place
//! ```
//!
//! `ts/scripts/mutants.mjs` drives it. All mutants of a draw are in one build, and a number chosen when a
//! program starts wakes one of them: so a draw costs one build, not one each.

#![warn(clippy::too_many_lines)]

use std::{env, fs, process::ExitCode};

use countersign_mutants::{Mutant, find, write};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

const USAGE: &str =
    "usage: countersign-mutants list FILE… | write FILE INDEX=N… | alone FILE INDEX";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["list", files @ ..] => list(files),
        ["write", file, chosen @ ..] => asleep(file, chosen),
        ["alone", file, index] => alone(file, index),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("countersign-mutants: {error}");
            ExitCode::FAILURE
        }
    }
}

fn list(files: &[&str]) -> Result<String, Failure> {
    let mut rows = Vec::new();
    for file in files {
        let found = find(&fs::read_to_string(file)?).map_err(|error| format!("{file}: {error}"))?;
        rows.extend(found.iter().enumerate().map(|(index, mutant)| row(file, index, mutant)));
    }
    Ok(Value::from(rows).to_string())
}

fn row(file: &str, index: usize, mutant: &Mutant) -> Value {
    json!({
        "file": file, "index": index, "line": mutant.line, "lines": mutant.lines,
        "function": mutant.function, "change": mutant.change, "constant": mutant.constant.is_some(),
    })
}

fn asleep(file: &str, chosen: &[&str]) -> Result<String, Failure> {
    let text = fs::read_to_string(file)?;
    let found = find(&text)?;
    let chosen = chosen.iter().map(|pair| {
        let (index, number) = pair.split_once('=').ok_or(USAGE)?;
        Ok((found.get(index.parse::<usize>()?).ok_or("no such mutant")?, number.parse()?))
    });
    Ok(write::asleep(&text, &chosen.collect::<Result<Vec<_>, Failure>>()?))
}

fn alone(file: &str, index: &str) -> Result<String, Failure> {
    let text = fs::read_to_string(file)?;
    let found = find(&text)?;
    let mutant = found.get(index.parse::<usize>()?).ok_or("no such mutant")?;
    Ok(write::alone(&text, mutant))
}
