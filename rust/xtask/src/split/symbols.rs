//! What the linker tells with `--emit-relocs`: symbols, and each place that holds the address of such a one.
//!
//! A place is trusted only after the number that stands there was compared with what its symbol says.

use wasmparser::{
    Linking, LinkingSectionReader, RelocSectionReader, RelocationEntry, SymbolFlags, SymbolInfo,
};

use crate::Failure;

/// Symbols and places, as they are listed.
#[derive(Default)]
pub(super) struct Links<'a> {
    pub(super) symbols: Vec<Symbol<'a>>,
    /// Offsets from the start of the payload of the code.
    pub(super) code: Vec<RelocationEntry>,
    /// Offsets from the start of the payload of the data.
    pub(super) data: Vec<RelocationEntry>,
}

/// What a place can refer to.
#[derive(Clone, Copy)]
pub(super) enum Symbol<'a> {
    Function(u32),
    /// Bytes of a segment; segments that are zero everywhere come last, and are not in the file.
    Data {
        name: &'a str,
        segment: u32,
        offset: u32,
        size: u32,
    },
    /// A global, a table, a section, or an address with no bytes of its own.
    Other,
}

impl<'a> Links<'a> {
    pub(super) fn take_symbols(
        &mut self,
        linking: LinkingSectionReader<'a>,
    ) -> Result<(), Failure> {
        for subsection in linking.subsections() {
            let Linking::SymbolTable(symbols) = subsection? else { continue };
            for symbol in symbols {
                self.symbols.push(Symbol::from(symbol?));
            }
        }
        Ok(())
    }

    pub(super) fn take_entries(
        &mut self,
        name: &str,
        section: RelocSectionReader<'a>,
    ) -> Result<(), Failure> {
        let list = match name {
            "reloc.CODE" => &mut self.code,
            "reloc.DATA" => &mut self.data,
            _ => return Ok(()),
        };
        list.extend(section.entries().into_iter().collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    pub(super) fn symbol(&self, entry: &RelocationEntry) -> Result<Symbol<'a>, Failure> {
        let symbol = usize::try_from(entry.index).ok().and_then(|index| self.symbols.get(index));
        Ok(*symbol.ok_or("a relocation refers to a symbol that is not listed")?)
    }
}

impl<'a> From<SymbolInfo<'a>> for Symbol<'a> {
    fn from(symbol: SymbolInfo<'a>) -> Self {
        match symbol {
            SymbolInfo::Func { index, .. } => Self::Function(index),
            SymbolInfo::Data { flags, name, symbol: Some(place) }
                if !flags.contains(SymbolFlags::ABSOLUTE) =>
            {
                Self::Data { name, segment: place.index, offset: place.offset, size: place.size }
            }
            _ => Self::Other,
        }
    }
}
