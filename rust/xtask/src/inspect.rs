//! Reads the release engines, as they ship, for branches in functions that handle secrets.
//!
//! ```text
//! cargo run -p xtask -- inspect
//! ```
//!
//! Masks in the source are no proof: LLVM turns them into branches when it sees through them. So after
//! each build both modules of WebAssembly are disassembled, and the addon of x86-64 Linux, and each function of a list
//! ([`lists`]) must obey this table:
//!
//! | WebAssembly | The addon | Verdict |
//! | --- | --- | --- |
//! | `if`, `select`, `br_table`, `br_if` to elsewhere | a conditional jump forward, a division | refused |
//! | `call_indirect` | an indirect jump or call | refused |
//! | `br_if` to the start of a loop | a conditional jump back | as many as are listed: loops with a fixed count |
//! | `call` | a call, or a jump to another function | of a listed function, or of one that is listed as harmless |
//!
//! Ciphers also branch on lengths, products of numbers on the index of a word, and a function refuses a result
//! that is not on the curve. So a function may have the branches that are listed with it, each of which
//! was reviewed once, and no others.
//!
//! Only the functions of a list of callers, and self-tests, call the inverses in variable time and the sums of points by
//! scalars that are public. Each of them was reviewed once: it passes on only public values.
//!
//! A missing function is a fault too: it was renamed, or inlined into a function that is not inspected.
//!
//! The step cannot see:
//!
//! - an address that depends on a secret. Tables are scanned as a whole, in functions that are listed; `npm run timing`
//!   measures the rest.
//! - what the engine or the processor makes of an instruction. A move on a condition, which the addon has, takes the same
//!   time for both of its values.
//! - whom an indirect call reaches. In a listed function there is none. One from elsewhere could reach a function in
//!   variable time only if its address stood in a table or were taken: the step refuses that.
//! - what the crates of others do with a secret: AES-GCM, ML-KEM and ML-DSA, and ChaCha20-Poly1305 of long messages of the
//!   addon are theirs, and their authors say what they promise.
//! - a caller of sums that are inlined in others: on edwards25519 the recoding of a public scalar, and the rounds of rings.
//! - the reader of base64, which allocates, and says at its end whether a letter was wrong.
//! - the nonces, whose hashes branch on lengths, and those of ECDSA on whether a candidate is refused; and what only moves a
//!   secret.
//! - an addon for another system or processor: they are built of the same sources.

use std::fs;

use crate::{
    Failure,
    build::{HAS_MAP, MAP, with_names, without_names},
    config::Config,
    root, split,
};

mod code;
mod lists;
mod native;
mod wasm;

use code::Code;
use lists::{ENGINES, Lists, PUBLIC};

pub(crate) fn run() -> Result<(), Failure> {
    let faults = ENGINES.iter().map(inspect).collect::<Result<Vec<_>, _>>()?.concat();
    if faults.is_empty() {
        return Ok(());
    }
    Err(format!("an engine branches where secrets are handled:\n{}", faults.join("\n")).into())
}

/// The faults of an engine, one line each.
fn inspect(lists: &Lists) -> Result<Vec<String>, Failure> {
    let Some(code) = read(lists.engine)? else { return Ok(Vec::new()) };
    let rules = lists.rules();
    let faults = [code.faults(&rules), code.callers(lists.variable, PUBLIC)].concat();
    let [engine, secret, callers] =
        [lists.engine, &rules.len().to_string(), &PUBLIC.len().to_string()];
    eprintln!(
        "{engine}: {secret} functions that handle secrets, {callers} callers in variable time"
    );
    Ok(faults.into_iter().map(|fault| format!("{engine}: {fault}")).collect())
}

/// What there is to read of an engine.
fn read(engine: &str) -> Result<Option<Code>, Failure> {
    if engine != "native" {
        return Ok(Some(wasm::read(&with_names(&linked(engine)?)?)?));
    }
    if !HAS_MAP {
        eprintln!(
            "!! native is read only on x86-64 Linux: `npm run check -- --only branches` reads it there"
        );
        return Ok(None);
    }
    let file = |name| fs::read(root().join("ts/generated/native").join(name));
    let map = file(MAP).map_err(|error| format!("{MAP}: {error}; build native"))?;
    Ok(Some(native::read(&file("countersign.node")?, std::str::from_utf8(&map)?)?))
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
