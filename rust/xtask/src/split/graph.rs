//! What refers to what: functions and pieces of data are nodes, numbered in one row, functions first.
//!
//! Calls are read from the code. What holds an address, of a function's slot in the table or of data, is known
//! from relocations alone, so each of them is compared with the number that stands at its place.

use std::{collections::BTreeSet, ops::Range};

use wasmparser::{Operator, RelocationEntry, RelocationType};

use super::{
    module::Module,
    symbols::{Links, Symbol},
};
use crate::Failure;

/// A function's index, or the number of functions and the place of an atom behind it.
pub(super) type Node = usize;

/// Data that only goes together: one symbol's bytes, or those of several that share bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Atom<'a> {
    pub(super) name: &'a str,
    /// Addresses in the memory.
    pub(super) place: Range<u32>,
}

pub(super) struct Graph<'a> {
    functions: usize,
    /// By address; no two share a byte.
    pub(super) atoms: Vec<Atom<'a>>,
    /// Functions that each function calls.
    calls: Vec<BTreeSet<u32>>,
    edges: Vec<BTreeSet<Node>>,
}

impl<'a> Graph<'a> {
    pub(super) fn of(module: &Module<'a>) -> Result<Self, Failure> {
        let (functions, atoms) = (module.functions(), atoms(module));
        let edges = vec![BTreeSet::new(); functions + atoms.len()];
        let mut graph = Self { functions, atoms, calls: Vec::new(), edges };
        graph.add_calls(module)?;
        graph.add_code(module)?;
        graph.add_data(module)?;
        Ok(graph)
    }

    /// A graph of nodes alone, each with what it refers to.
    #[cfg(test)]
    pub(super) fn drawn(edges: &[&[Node]]) -> Self {
        let edges: Vec<_> = edges.iter().map(|edges| edges.iter().copied().collect()).collect();
        Self { functions: edges.len(), atoms: Vec::new(), calls: Vec::new(), edges }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The function that a node is.
    pub(super) fn function(&self, node: Node) -> Option<u32> {
        u32::try_from(node).ok().filter(|_| node < self.functions)
    }

    /// The data that a node is.
    pub(super) fn atom(&self, node: Node) -> Option<&Atom<'a>> {
        self.atoms.get(node.checked_sub(self.functions)?)
    }

    /// The node of each atom.
    pub(super) fn data(&self) -> impl Iterator<Item = (Node, &Atom<'a>)> {
        (self.functions..).zip(&self.atoms)
    }

    /// What a node refers to.
    pub(super) fn edges(&self, node: Node) -> impl Iterator<Item = Node> {
        self.edges.get(node).into_iter().flatten().copied()
    }

    /// Functions that a function calls.
    pub(super) fn calls(&self, function: u32) -> impl Iterator<Item = u32> {
        let index = usize::try_from(function).unwrap_or(usize::MAX);
        self.calls.get(index).into_iter().flatten().copied()
    }

    fn add_calls(&mut self, module: &Module<'_>) -> Result<(), Failure> {
        self.calls = vec![BTreeSet::new(); module.imports.len()];
        for body in &module.bodies {
            let mut called = BTreeSet::new();
            for operator in body.get_operators_reader()? {
                match operator? {
                    Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                        called.insert(function_index);
                    }
                    Operator::RefFunc { .. } | Operator::TableGet { .. } => {
                        return Err("the module handles references to functions".into());
                    }
                    _ => {}
                }
            }
            let caller = self.calls.len();
            for function in &called {
                self.add(caller, usize::try_from(*function)?);
            }
            self.calls.push(called);
        }
        Ok(())
    }

    fn add_code(&mut self, module: &Module<'_>) -> Result<(), Failure> {
        let entries = module.links.code.iter();
        for entry in entries {
            let place = module.code + usize::try_from(entry.offset)?;
            let index = module.bodies.partition_point(|body| body.range().end <= place);
            let body = module.bodies.get(index).filter(|body| body.range().contains(&place));
            let body = body.ok_or("a relocation of the code lies outside of all functions")?;
            let start = place - body.range().start;
            let bytes = body.as_bytes().get(start..start + entry.ty.extent());
            let stands = leb128(bytes.ok_or("a relocation ends outside of its function")?);
            if let Some(node) = self.referred(module, entry, stands)? {
                self.add(module.imports.len() + index, node);
            }
        }
        Ok(())
    }

    fn add_data(&mut self, module: &Module<'_>) -> Result<(), Failure> {
        for entry in &module.links.data {
            let place = module.data + usize::try_from(entry.offset)?;
            let segment = module.segments.iter().find(|segment| segment.place.contains(&place));
            let segment = segment.ok_or("a relocation of the data lies outside of all segments")?;
            let start = place - segment.place.start;
            let bytes = segment.bytes.get(start..start + 4).and_then(|bytes| bytes.try_into().ok());
            let stands =
                u32::from_le_bytes(bytes.ok_or("a relocation ends outside of its segment")?);
            let holder = self.atom_of(segment.address + u32::try_from(start)?);
            let holder = holder.ok_or("a pointer stands in data that no symbol names")?;
            if let Some(node) = self.referred(module, entry, stands)? {
                self.add(holder, node);
            }
        }
        Ok(())
    }

    /// The node that a place refers to, where `stands` is the number that was found in the place.
    ///
    /// None is there for types, globals and tables, which every part shares, and for memory that starts as zero.
    fn referred(
        &self,
        module: &Module<'_>,
        entry: &RelocationEntry,
        stands: u32,
    ) -> Result<Option<Node>, Failure> {
        use RelocationType::{
            FunctionIndexLeb, GlobalIndexLeb, MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb,
            TableIndexI32, TableIndexSleb, TableNumberLeb, TypeIndexLeb,
        };
        let (expected, node) = match entry.ty {
            TypeIndexLeb | GlobalIndexLeb | TableNumberLeb => return Ok(None),
            FunctionIndexLeb => {
                let function = function(&module.links, entry)?;
                (function, usize::try_from(function)?)
            }
            TableIndexSleb | TableIndexI32 => {
                let function = function(&module.links, entry)?;
                // A function that is not there has the slot 0, which traps.
                if stands == 0 {
                    return Ok(None);
                }
                let held = module.slots.get(&stands).copied();
                (if held == Some(function) { stands } else { 0 }, usize::try_from(function)?)
            }
            MemoryAddrLeb | MemoryAddrSleb | MemoryAddrI32 => {
                let Some(address) = address(module, module.links.symbol(entry)?) else {
                    return Ok(None);
                };
                let Some(node) = self.atom_of(address) else { return Ok(None) };
                (address.wrapping_add_signed(i32::try_from(entry.addend)?), node)
            }
            other => return Err(format!("a relocation is of the kind {other:?}").into()),
        };
        if expected != stands {
            return Err(format!("{stands} stands where the relocations say {expected}").into());
        }
        Ok(Some(node))
    }

    /// The node of the data at an address.
    pub(super) fn atom_of(&self, address: u32) -> Option<Node> {
        let index = self.atoms.partition_point(|atom| atom.place.end <= address);
        self.atoms.get(index).filter(|atom| atom.place.contains(&address))?;
        Some(self.functions + index)
    }

    fn add(&mut self, from: Node, to: Node) {
        if let Some(edges) = self.edges.get_mut(from) {
            edges.insert(to);
        }
    }
}

/// Data by address. Symbols that share bytes, such as strings of which one ends another, become one.
fn atoms<'a>(module: &Module<'a>) -> Vec<Atom<'a>> {
    let mut symbols: Vec<Atom<'a>> = Vec::new();
    for symbol in &module.links.symbols {
        let (&Symbol::Data { name, size, .. }, Some(start)) = (symbol, address(module, *symbol))
        else {
            continue;
        };
        if size > 0 {
            symbols.push(Atom { name, place: start..start + size });
        }
    }
    symbols.sort_by_key(|atom| (atom.place.start, atom.place.end));
    let mut atoms: Vec<Atom<'a>> = Vec::new();
    for atom in symbols {
        match atoms.last_mut() {
            Some(last) if atom.place.start < last.place.end => {
                last.place.end = last.place.end.max(atom.place.end);
            }
            _ => atoms.push(atom),
        }
    }
    atoms
}

/// Address of a symbol whose bytes are in the file.
fn address(module: &Module<'_>, symbol: Symbol<'_>) -> Option<u32> {
    let Symbol::Data { segment, offset, .. } = symbol else { return None };
    let segment = module.segments.get(usize::try_from(segment).ok()?)?;
    Some(segment.address + offset)
}

fn function(links: &Links<'_>, entry: &RelocationEntry) -> Result<u32, Failure> {
    match links.symbol(entry)? {
        Symbol::Function(index) => Ok(index),
        _ => Err("a relocation of a function refers to something else".into()),
    }
}

/// A number of 32 bits, signed or not, seven bits a byte.
fn leb128(bytes: &[u8]) -> u32 {
    let groups = bytes.iter().zip((0..).step_by(7));
    groups.fold(0, |sum, (byte, shift)| sum | u32::from(byte & 127).wrapping_shl(shift))
}
