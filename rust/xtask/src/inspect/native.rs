//! Reads the addon of x86-64 Linux, by the map that the linker wrote beside it.
//!
//! The addon has no names, so [`Map`] says which function stands where. That the map is of this addon is seen by where its
//! code begins and how long it is.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic};
use object::{Object, ObjectSection, ObjectSymbol, ObjectSymbolTable, RelocationTarget};

use super::code::{Code, Function, plain};
use crate::Failure;

/// What maps an array is one function for each array, all of one name.
const SHARED: &str = "core::array::try_map";
const KERNELS: &str = "countersign_kernels::";
/// What runs the work of others, which is inlined there.
const ANYBODY: &str = "countersign_kernels::stack::";

pub(super) fn read(addon: &[u8], map: &str) -> Result<Code, Failure> {
    let file = object::File::parse(addon)?;
    let text = file.section_by_name(".text").ok_or("the addon has no code")?;
    let mut map = Map::read(map);
    if map.text != Some((text.address(), text.size())) {
        return Err("the map is of another build: build native".into());
    }
    let (imports, bytes, start) = (imports(&file), text.data()?, text.address());
    let shared = Reader { map: &map, imports: &imports, bytes, start }.shared()?;
    map.mark(&shared);
    let reader = Reader { map: &map, imports: &imports, bytes, start };
    let each = map.functions.iter();
    let functions = each.map(|(&address, (size, name))| reader.function(address, *size, name));
    Ok(Code {
        functions: functions.collect::<Result<_, _>>()?,
        pointed_at: reader.pointed_at(&file),
    })
}

/// Names of what is imported, by the place that its address is written to.
fn imports<'a>(file: &object::File<'a>) -> BTreeMap<u64, &'a str> {
    let symbols = file.dynamic_symbol_table();
    let relocations = file.dynamic_relocations().into_iter().flatten();
    let named = relocations.filter_map(|(place, relocation)| {
        let RelocationTarget::Symbol(index) = relocation.target() else { return None };
        Some((place, symbols.as_ref()?.symbol_by_index(index).ok()?.name().ok()?))
    });
    named.collect()
}

/// What the linker wrote, in the form of LLD.
#[derive(Default)]
struct Map {
    /// Address and length of all code.
    text: Option<(u64, u64)>,
    /// Length and name of each function, by its address.
    functions: BTreeMap<u64, (u64, String)>,
}

impl Map {
    /// A line is two addresses, a length and an alignment; then the name of a section, or after 8 spaces that of a part
    /// of it, or after 16 that of a symbol.
    fn read(text: &str) -> Self {
        let mut map = Self::default();
        for line in text.lines() {
            let Some((address, size, rest)) = Self::line(line) else { continue };
            match (rest.strip_prefix(' '), rest.trim_start().len() + 16 == rest.len()) {
                (None, _) => map.text = (rest == ".text").then_some((address, size)).or(map.text),
                (_, true) if map.holds(address) && size > 0 => {
                    map.functions.insert(address, (size, plain(rest.trim_start())));
                }
                _ => {}
            }
        }
        map
    }

    /// Tells these apart from others of their name.
    fn mark(&mut self, shared: &BTreeSet<u64>) {
        for place in shared {
            if let Some((_, name)) = self.functions.get_mut(place) {
                name.push_str(", of a kernel");
            }
        }
    }

    fn holds(&self, address: u64) -> bool {
        self.text.is_some_and(|(start, size)| (start..start + size).contains(&address))
    }

    fn line(line: &str) -> Option<(u64, u64, &str)> {
        let mut rest = line;
        let mut number = || {
            let (number, more) = rest.trim_start().split_once(' ')?;
            rest = more;
            u64::from_str_radix(number, 16).ok()
        };
        let (address, _, size, _) = (number()?, number()?, number()?, number()?);
        Some((address, size, rest))
    }
}

struct Reader<'a> {
    map: &'a Map,
    imports: &'a BTreeMap<u64, &'a str>,
    bytes: &'a [u8],
    /// Address of the first byte.
    start: u64,
}

impl Reader<'_> {
    fn instructions(&self, address: u64, size: u64) -> Result<Vec<Instruction>, Failure> {
        let [from, length] = [address - self.start, size].map(usize::try_from);
        let from = from?;
        let bytes = self.bytes.get(from..from + length?).ok_or("a function ends in the code")?;
        Ok(Decoder::with_ip(64, bytes, address, DecoderOptions::NONE).into_iter().collect())
    }

    /// The functions of the name that many have, as far as a kernel calls them.
    fn shared(&self) -> Result<BTreeSet<u64>, Failure> {
        let functions = &self.map.functions;
        let is_shared = |place: &u64| functions.get(place).is_some_and(|(_, name)| name == SHARED);
        let mut found = BTreeSet::new();
        for (&address, (size, name)) in functions {
            if name.contains(KERNELS) && !name.contains(ANYBODY) {
                let calls = self.instructions(address, *size)?;
                let places = calls.iter().map(Instruction::near_branch_target);
                found.extend(places.filter(is_shared));
            }
        }
        Ok(found)
    }

    fn function(&self, address: u64, size: u64, name: &str) -> Result<Function, Failure> {
        let mut found = Function { name: name.to_owned(), ..Function::default() };
        for instruction in self.instructions(address, size)? {
            self.take(&mut found, &instruction, address..address + size);
        }
        Ok(found)
    }

    fn take(&self, found: &mut Function, instruction: &Instruction, own: Range<u64>) {
        let target = instruction.near_branch_target();
        match instruction.flow_control() {
            FlowControl::ConditionalBranch
                if own.contains(&target) && target <= instruction.ip() =>
            {
                found.loops += 1;
            }
            FlowControl::ConditionalBranch => found.refuse("conditional jump"),
            FlowControl::UnconditionalBranch if own.contains(&target) => {}
            FlowControl::UnconditionalBranch | FlowControl::Call => {
                found.calls.push(self.name(target));
            }
            FlowControl::IndirectBranch | FlowControl::IndirectCall => {
                match self.imports.get(&instruction.ip_rel_memory_address()) {
                    Some(name) if instruction.is_ip_rel_memory_operand() => {
                        found.calls.push((*name).to_owned())
                    }
                    _ => found.refuse("indirect jump or call"),
                }
            }
            _ if matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv) => {
                found.refuse("division")
            }
            _ => {}
        }
    }

    fn name(&self, address: u64) -> String {
        let known = self.map.functions.get(&address).map(|(_, name)| name.clone());
        known.unwrap_or_else(|| "a function without a name".to_owned())
    }

    /// Functions whose address stands in a table, or is taken by code.
    fn pointed_at(&self, file: &object::File<'_>) -> BTreeSet<String> {
        let tables = file.dynamic_relocations().into_iter().flatten();
        let tables = tables.filter_map(|(_, relocation)| u64::try_from(relocation.addend()).ok());
        let code = Decoder::with_ip(64, self.bytes, self.start, DecoderOptions::NONE).into_iter();
        let takes = |instruction: &Instruction| {
            instruction.mnemonic() == Mnemonic::Lea && instruction.is_ip_rel_memory_operand()
        };
        let code = code.filter(takes).map(|instruction| instruction.ip_rel_memory_address());
        let named = tables.chain(code).filter_map(|address| self.map.functions.get(&address));
        named.map(|(_, name)| name.clone()).collect()
    }
}

#[cfg(test)]
mod tests;
