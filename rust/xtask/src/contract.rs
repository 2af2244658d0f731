//! The boundary lists of `rust/bindings`: what an engine offers, and a name for it.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::{Failure, root};

/// A name that only engines of this version have which offer the same, with the types that their exports name: a core
/// that a cache has kept is told apart.
///
/// # Errors
/// The lists cannot be read.
pub fn contract_name() -> Result<String, Failure> {
    let mut hasher = DefaultHasher::new();
    let heads = lines(|entry| Some(entry.split_whitespace().collect()))?;
    (env!("CARGO_PKG_VERSION"), heads).hash(&mut hasher);
    Ok(format!("contract-{:012x}", hasher.finish() >> 16))
}

/// What `write` makes of each entry of the boundary lists, with its name.
///
/// # Errors
/// A file cannot be read, or `write` takes an entry for none.
pub fn lines(write: fn(&str) -> Option<String>) -> Result<Vec<(String, String)>, Failure> {
    let mut files: Vec<_> = fs::read_dir(root().join("rust/bindings/src"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Failure>>()?;
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file)?;
        for entry in entries(&source) {
            let line = write(entry).ok_or_else(|| format!("{}: {entry}", file.display()))?;
            let name = entry.split('"').next().unwrap_or_default();
            lines.push((name.to_owned(), line));
        }
    }
    Ok(lines)
}

/// The text of each entry of a `boundary!` list, from its name to its body. Those of `hot!` take numbers
/// and a buffer: `ts/src/engine/hot/raw.ts` has them.
fn entries(source: &str) -> impl Iterator<Item = &str> {
    let heads = source.match_indices(" as \"").filter_map(|(start, _)| {
        let rest = source.get(start + 5..)?;
        rest.split_once(" {").map(|(head, _)| head)
    });
    heads.filter(|head| !head.ends_with(" in buffer"))
}
