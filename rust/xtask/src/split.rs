//! Splits one linked module into a primary and parts that share its memory, table and globals.
//!
//! ```text
//! cargo run -p xtask -- split FILE FOLDER [--explain PART]
//! ```
//!
//! `FILE` is what rustc linked with `-Clink-arg=--emit-relocs`; `wasm-pack.toml` lists the capabilities. `FOLDER` gets
//! a module for each, with the names of its functions, and `parts.json`: which modules each capability loads, in
//! order, and its exports. What is printed says where the bytes are: the parts, what several capabilities share, and
//! for one part what is large in it and why it is there.
//!
//! | What | Whose |
//! | --- | --- |
//! | function, data | `owners.rs` has the rule, `order.rs` the order of functions |
//! | slot of the table | the function's, at the linker's index |
//! | address of data | the linker's; other parts have a hole there |
//! | memory that starts as zero, the stack, globals | the primary's, imported by all |
//! | function of the host | imported by each part that calls it |
//!
//! A part imports from the module `p`: the exports of all that was loaded before it, together. The memory's name among
//! them is a hash of the build, so that a part of another build does not link.
//!
//! That no pointer leads to what is not loaded is a matter of relocations: each place that holds the address of data
//! or of a function's slot is known, so whoever can reach the pointer reaches what it points to, and has loaded it.
//! `check.rs` looks at every such reference. A pointer that a part hands over while it runs is there with its part.
//!
//! Others: binaryen's `wasm-split` moves functions into any number of modules, by lists of names, and shares memory
//! and globals; but data and the table stay in its primary, and calls out of this go through placeholders in the
//! table. `wasm-split-cli` of Dioxus reads relocations as we do and moves data as well; but it splits where a macro
//! says in the source, wants what wasm-bindgen made, loads by promises, and calls other parts through the table.

mod check;
mod data;
mod graph;
mod module;
mod order;
mod owners;
mod plan;
mod renumbered;
mod report;
mod retained;
mod symbols;
mod write;

use std::{fmt::Write, fs, path::Path};

use plan::{Plan, capability, functions};

use crate::{
    Failure,
    config::{Capability, Config},
};

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let (input, folder, explained) = match args {
        [input, folder] => (input, folder, None),
        [input, folder, flag, part] if flag == "--explain" => (input, folder, Some(part)),
        _ => return Err("usage: xtask split FILE FOLDER [--explain PART]".into()),
    };
    let (config, wasm) = (Config::read()?, fs::read(input)?);
    let plan = split(&wasm, &config.capability, Path::new(folder))?;
    println!("{}\n{}", report::parts(&plan), report::shared(&plan));
    if let Some(name) = explained {
        let part = (0..plan.parts.len()).find(|part| plan.parts.name(*part) == *name);
        println!("{}", report::explain(&plan, part.ok_or_else(|| format!("no part is {name}"))?));
    }
    Ok(())
}

/// The modules that one module is split into, each with the name of its capability.
pub(crate) fn parts(
    wasm: &[u8],
    capabilities: &[Capability],
) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let plan = Plan::of(wasm, capabilities)?;
    check::check(&plan)?;
    modules(&plan)
}

fn modules(plan: &Plan<'_>) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let write = |part| Ok((plan.parts.name(part).to_owned(), write::write(plan, part)?));
    (0..plan.parts.len()).map(write).collect()
}

/// Writes the parts of a module, and `parts.json`, into a folder.
fn split<'a>(
    wasm: &'a [u8],
    capabilities: &'a [Capability],
    folder: &Path,
) -> Result<Plan<'a>, Failure> {
    let plan = Plan::of(wasm, capabilities)?;
    check::check(&plan)?;
    fs::create_dir_all(folder)?;
    for (name, module) in modules(&plan)? {
        fs::write(folder.join(format!("{name}.wasm")), module)?;
    }
    fs::write(folder.join("parts.json"), manifest(&plan))?;
    Ok(plan)
}

/// A line of JSON for each capability; names are words, which need no escapes.
fn manifest(plan: &Plan<'_>) -> String {
    let mut text = "{\n".to_owned();
    let order = plan.parts.in_order();
    for part in &order {
        let loads = order.iter().filter(|other| plan.parts.has(*part, **other));
        let loads: Vec<_> = loads.map(|other| plan.parts.name(*other)).collect();
        let exports = functions(&plan.module).map(|export| export.name);
        let exports = exports.filter(|name| capability(name, &plan.parts) == Some(*part));
        let exports: Vec<_> = exports.collect();
        let (name, end) =
            (plan.parts.name(*part), if order.last() == Some(part) { "" } else { "," });
        _ = writeln!(text, "{name:?}: {{ \"loads\": {loads:?}, \"exports\": {exports:?} }}{end}");
    }
    text + "}\n"
}

#[cfg(test)]
mod tests;
