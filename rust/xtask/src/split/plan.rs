//! One module, read, with everything decided: who owns what, and what crosses from part to part under which name.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use rustc_demangle::demangle;
use wasmparser::{Export, ExternalKind};

use super::{
    graph::{Graph, Node},
    module::Module,
    order::by_likeness,
    owners::{Owners, Part, Parts},
};
use crate::{Failure, config::Capability, contract::contract_name};

/// The module that parts import from.
pub(super) const SHARED: &str = "p";

pub(super) struct Plan<'a> {
    pub(super) module: Module<'a>,
    pub(super) graph: Graph<'a>,
    pub(super) parts: Parts<'a>,
    pub(super) owners: Owners,
    /// The functions that are there from the start, each with its capability.
    pub(super) roots: Vec<(Node, Part)>,
    /// For each part the functions that it defines, in their order.
    defined: Vec<Vec<u32>>,
    /// Name under which a function is exported: its public one, or a short one if only parts import it.
    pub(super) names: BTreeMap<u32, String>,
    pub(super) table_name: String,
    pub(super) global_names: Vec<String>,
    /// Name of the memory: other for another module, or for other parts of the same.
    pub(super) memory_name: String,
    /// A second name of the memory, by which JavaScript knows an engine that it can call.
    pub(super) contract_name: String,
}

impl<'a> Plan<'a> {
    pub(super) fn of(wasm: &'a [u8], list: &'a [Capability]) -> Result<Self, Failure> {
        let (module, parts) = (Module::read(wasm)?, Parts::of(list)?);
        if module.links.symbols.is_empty() || module.links.code.is_empty() {
            return Err("the module was linked without --emit-relocs".into());
        }
        let graph = Graph::of(&module)?;
        let roots = roots(&module, &parts)?;
        let owners = Owners::assign(&parts, &graph, &roots);
        let crossing = find_crossing(&module, &graph, &owners);
        let defined = defined(&module, &owners, parts.len());
        let mut fresh = Fresh::of(&module);
        let in_order = defined.iter().flatten().filter(|function| crossing.contains(function));
        let names = names(&module, in_order, &mut fresh);
        let table_name = fresh.take();
        let global_names = module.globals.iter().map(|_| fresh.take()).collect();
        let memory_name = hash(wasm, &owners, &names);
        Ok(Self {
            module,
            graph,
            parts,
            owners,
            roots,
            defined,
            names,
            table_name,
            global_names,
            memory_name,
            contract_name: contract_name()?,
        })
    }

    /// Functions that a part defines, in its order.
    pub(super) fn functions(&self, part: Part) -> &[u32] {
        self.defined.get(part).map_or(&[], Vec::as_slice)
    }

    pub(super) fn owner(&self, function: u32) -> Option<Part> {
        self.owners.get(usize::try_from(function).ok()?)
    }

    /// Name under which a part exports a function.
    pub(super) fn name(&self, function: u32) -> &str {
        self.names.get(&function).map_or("", String::as_str)
    }

    /// Name of a function or of a piece of data.
    pub(super) fn node_name(&self, node: Node) -> String {
        let name = self.graph.function(node).map(|function| self.module.name(function));
        let name = name.or_else(|| Some(self.graph.atom(node)?.name)).unwrap_or_default();
        format!("{:#}", demangle(name))
    }

    /// Tells whether the host gives a function.
    pub(super) fn is_imported(&self, function: u32) -> bool {
        usize::try_from(function).is_ok_and(|index| index < self.module.imports.len())
    }

    /// What a part calls that stands elsewhere: in the host, then in other parts, in the order in which these export it.
    /// Nothing else: `check.rs` refuses a call of what no part owns.
    pub(super) fn imports(&self, part: Part) -> Vec<u32> {
        let called = self.functions(part).iter().flat_map(|function| self.graph.calls(*function));
        let elsewhere = called
            .filter(|function| self.is_imported(*function) || self.owner(*function) != Some(part));
        // The host's functions whose address is taken stand in the table, so that their owner needs them.
        let slots = self.module.slots.values().copied();
        let listed = slots.filter(|function| self.owner(*function) == Some(part));
        let listed = listed.filter(|function| self.is_imported(*function));
        let wanted: BTreeSet<u32> = elsewhere.chain(listed).collect();
        let host = wanted.iter().filter(|function| self.is_imported(**function));
        let others = self.defined.iter().flatten().filter(|function| wanted.contains(function));
        host.chain(others).copied().collect()
    }
}

/// For each part the functions that it defines, so that those that are alike stand together.
fn defined(module: &Module<'_>, owners: &Owners, parts: usize) -> Vec<Vec<u32>> {
    let mut defined = vec![Vec::new(); parts];
    for function in module.imports.len()..module.functions() {
        let own = owners.get(function).and_then(|part| defined.get_mut(part));
        own.into_iter().for_each(|own| own.extend(u32::try_from(function)));
    }
    defined.into_iter().map(|own| in_order(module, &own)).collect()
}

fn in_order(module: &Module<'_>, own: &[u32]) -> Vec<u32> {
    let bytes = |function: &u32| module.body(*function).map_or(&[][..], |body| body.as_bytes());
    let bodies: Vec<_> = own.iter().map(bytes).collect();
    by_likeness(&bodies).into_iter().filter_map(|place| own.get(place).copied()).collect()
}

/// Exported functions and the start, each with its capability.
fn roots(module: &Module<'_>, parts: &Parts<'_>) -> Result<Vec<(Node, Part)>, Failure> {
    let mut roots = Vec::new();
    for export in functions(module) {
        let part = capability(export.name, parts).ok_or_else(|| {
            format!("wasm-pack.toml has no capability for the export {}", export.name)
        })?;
        roots.push((usize::try_from(export.index)?, part));
    }
    if let Some(start) = module.start {
        roots.push((usize::try_from(start)?, 0));
    }
    Ok(roots)
}

pub(super) fn functions<'m, 'a>(module: &'m Module<'a>) -> impl Iterator<Item = &'m Export<'a>> {
    module.exports.iter().filter(|export| export.kind == ExternalKind::Func)
}

/// The capability whose word the name starts with; of several, the one with the longest word.
pub(super) fn capability(name: &str, parts: &Parts<'_>) -> Option<Part> {
    let words = parts.list.iter().enumerate();
    let words = words.flat_map(|(part, one)| one.exports.iter().map(move |word| (word, part)));
    let fits = words.filter(|(word, _)| {
        name.strip_prefix(word.as_str())
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    });
    fits.max_by_key(|(word, _)| word.len()).map(|(_, part)| part)
}

/// Functions that are called by a part that does not own them.
fn find_crossing(module: &Module<'_>, graph: &Graph<'_>, owners: &Owners) -> BTreeSet<u32> {
    let imported = u32::try_from(module.imports.len()).unwrap_or(u32::MAX);
    let owner = |function: u32| owners.get(usize::try_from(function).unwrap_or(usize::MAX));
    let mut crossing = BTreeSet::new();
    for caller in imported..u32::try_from(module.functions()).unwrap_or(u32::MAX) {
        let Some(part) = owner(caller) else { continue };
        let called = graph.calls(caller).filter(|called| *called >= imported);
        crossing.extend(called.filter(|called| owner(*called) != Some(part)));
    }
    crossing
}

/// Names in the order of what is exported and imported: what compresses a module finds the next letter after the last.
fn names<'f>(
    module: &Module<'_>,
    crossing: impl Iterator<Item = &'f u32>,
    fresh: &mut Fresh<'_>,
) -> BTreeMap<u32, String> {
    let public = functions(module).map(|export| (export.index, export.name.to_owned()));
    let mut names: BTreeMap<u32, String> = public.collect();
    for function in crossing {
        names.entry(*function).or_insert_with(|| fresh.take());
    }
    names
}

/// Short names that no export has.
struct Fresh<'a> {
    taken: BTreeSet<&'a str>,
    next: usize,
}

impl<'a> Fresh<'a> {
    fn of(module: &Module<'a>) -> Self {
        Self { taken: module.exports.iter().map(|export| export.name).collect(), next: 0 }
    }

    fn take(&mut self) -> String {
        loop {
            let name = letters(self.next);
            self.next += 1;
            if !self.taken.contains(name.as_str()) {
                return name;
            }
        }
    }
}

/// `a` to `z`, `aa`, `ab` and so on.
fn letters(number: usize) -> String {
    let last = char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    let before = (number / 26).checked_sub(1).map(letters).unwrap_or_default();
    format!("{before}{last}")
}

/// Differs where the module, its parts or their names do. Nobody is kept from anything by it: it finds mistakes.
fn hash(wasm: &[u8], owners: &Owners, names: &BTreeMap<u32, String>) -> String {
    let mut hasher = DefaultHasher::new();
    (wasm, owners, names).hash(&mut hasher);
    format!("{:012x}", hasher.finish() >> 16)
}
