//! Reads the release engines, as they ship, for branches in functions that handle secrets.
//!
//! ```text
//! cargo run -p xtask -- inspect
//! ```
//!
//! Masks in the source are no proof: LLVM turns them into branches when it sees through them. So after
//! each build both modules of WebAssembly are disassembled, and each function of a list ([`lists`]) must obey this table:
//!
//! | Instruction | Verdict |
//! | --- | --- |
//! | `if`, `select`, `br_table`, `call_indirect` | refused |
//! | `br_if` to the start of a loop | as many as are listed: loops with a fixed count |
//! | `br_if` to elsewhere | refused |
//! | `call` | of a listed function, or of one that is listed as harmless |
//!
//! Ciphers also branch on lengths, products of numbers on the index of a word, and a function refuses a result
//! that is not on the curve. So a function may have the branches that are listed with it, each of which
//! was reviewed once, and no others.
//!
//! Only the functions of a list of callers call the inverses in variable time. Each of them was
//! reviewed once: it passes on only public values.
//!
//! A missing function is a fault too: it was renamed, or inlined into a function that is not inspected.
//!
//! The step cannot see:
//!
//! - an address that depends on a secret. Tables are scanned as a whole, in functions that are listed; `npm run timing`
//!   measures the rest.
//! - what the engine makes of an instruction.
//! - whom an indirect call reaches. In a listed function there is none. A function in variable time could be reached by
//!   one from elsewhere, if its address stood in a table: the step refuses that.
//! - what the crates of others do with a secret, but for the functions of them that are listed: Ed25519 and X25519 of `wasm`
//!   are of dalek, whose authors say what they promise.

use std::fs;

use crate::{
    Failure,
    build::{with_names, without_names},
    config::Config,
    root, split,
};

mod code;
mod lists;
mod wasm;

use lists::{ENGINES, Lists};

pub(crate) fn run() -> Result<(), Failure> {
    let faults = ENGINES.iter().map(inspect).collect::<Result<Vec<_>, _>>()?.concat();
    if faults.is_empty() {
        return Ok(());
    }
    Err(format!("an engine branches where secrets are handled:\n{}", faults.join("\n")).into())
}

/// The faults of an engine, one line each.
fn inspect(lists: &Lists) -> Result<Vec<String>, Failure> {
    let code = wasm::read(&with_names(&linked(lists.engine)?)?)?;
    let (rules, public) = (lists.rules(), lists.public());
    let faults = [code.faults(&rules), code.callers(lists.variable, &public)].concat();
    let [engine, secret, callers] =
        [lists.engine, &rules.len().to_string(), &public.len().to_string()];
    eprintln!(
        "{engine}: {secret} functions that handle secrets, {callers} callers in variable time"
    );
    Ok(faults.into_iter().map(|fault| format!("{engine}: {fault}")).collect())
}

/// The engine as it was linked, with its names, if the parts that ship are of it.
fn linked(engine: &str) -> Result<Vec<u8>, Failure> {
    let folder = root().join("ts/generated").join(engine);
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| format!("{}: {error}; build {engine}", path.display()))
    };
    let linked = read("linked.wasm")?;
    for (name, part) in split::parts(&linked, &Config::read()?.capability)? {
        if without_names(&part)? != read(&format!("{name}.wasm"))? {
            let why = format!("{engine} was built with --dev, or {name}.wasm by another build");
            return Err(why.into());
        }
    }
    Ok(linked)
}

#[cfg(test)]
mod tests;
