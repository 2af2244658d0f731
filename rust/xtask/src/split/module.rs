//! A linked module, as `wasmparser` reads it: what the splitter needs of it, and nothing else.
//!
//! Refused is what rustc's linker does not write: passive segments, a second memory or table, imports of
//! anything but functions, tables of anything but functions.

use std::{collections::BTreeMap, ops::Range};

use wasmparser::{
    ConstExpr, CustomSectionReader, Data, DataKind, Element, ElementItems, ElementKind, Export,
    FromReader, FuncType, FunctionBody, Global, Import, KnownCustom, MemoryType, Name, Operator,
    Parser, Payload, SectionLimited, TableType, TypeRef,
};

use super::symbols::Links;
use crate::Failure;

/// The parts of a module, in the order and with the indices of its file.
#[derive(Default)]
pub(super) struct Module<'a> {
    pub(super) types: Vec<FuncType>,
    /// Imported functions; they have the first indices.
    pub(super) imports: Vec<Import<'a>>,
    /// Type of each function that is defined here.
    pub(super) signatures: Vec<u32>,
    pub(super) bodies: Vec<FunctionBody<'a>>,
    pub(super) table: Option<TableType>,
    pub(super) memory: Option<MemoryType>,
    pub(super) globals: Vec<Global<'a>>,
    pub(super) exports: Vec<Export<'a>>,
    pub(super) start: Option<u32>,
    /// Function in each slot of the table.
    pub(super) slots: BTreeMap<u32, u32>,
    pub(super) segments: Vec<Segment<'a>>,
    /// Names of functions.
    pub(super) names: BTreeMap<u32, &'a str>,
    pub(super) links: Links<'a>,
    /// Where the payloads of the two sections that have relocations start, in the file.
    pub(super) code: usize,
    pub(super) data: usize,
}

/// Bytes that the linker has placed in the memory.
pub(super) struct Segment<'a> {
    pub(super) address: u32,
    pub(super) bytes: &'a [u8],
    /// Where the bytes stand in the file.
    pub(super) place: Range<usize>,
}

impl<'a> Module<'a> {
    pub(super) fn read(wasm: &'a [u8]) -> Result<Self, Failure> {
        let mut module = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            module.take(payload?)?;
        }
        Ok(module)
    }

    /// How many functions there are, with those that are imported.
    pub(super) fn functions(&self) -> usize {
        self.imports.len() + self.bodies.len()
    }

    /// Code of a function; of an imported one there is none.
    pub(super) fn body(&self, function: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get(usize::try_from(function).ok()?.checked_sub(self.imports.len())?)
    }

    /// Type of a function that is defined here.
    pub(super) fn signature(&self, function: u32) -> Option<u32> {
        let index = usize::try_from(function).ok()?.checked_sub(self.imports.len())?;
        self.signatures.get(index).copied()
    }

    pub(super) fn name(&self, function: u32) -> &'a str {
        let imported = usize::try_from(function).ok().and_then(|index| self.imports.get(index));
        let name = self.names.get(&function).copied();
        name.or(imported.map(|import| import.name)).unwrap_or("a function without a name")
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<(), Failure> {
        match payload {
            Payload::TypeSection(types) => {
                self.types = types.into_iter_err_on_gc_types().collect::<Result<_, _>>()?;
            }
            Payload::ImportSection(imports) => {
                self.imports = imports.into_imports().collect::<Result<_, _>>()?;
                let is_function = |import: &Import<'_>| matches!(import.ty, TypeRef::Func(_));
                refuse(!self.imports.iter().all(is_function), "imports more than functions")?;
            }
            Payload::FunctionSection(types) => self.signatures = all(types)?,
            Payload::TableSection(tables) => {
                self.table = Some(only(tables, "has several tables")?.ty);
            }
            Payload::MemorySection(memories) => {
                self.memory = Some(only(memories, "has several memories")?);
            }
            Payload::GlobalSection(globals) => self.globals = all(globals)?,
            Payload::ExportSection(exports) => self.exports = all(exports)?,
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(elements) => {
                elements.into_iter().try_for_each(|element| self.fill_slots(element?))?;
            }
            Payload::CodeSectionStart { range, .. } => self.code = range.start,
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::DataSection(segments) => {
                self.data = segments.range().start;
                self.segments = segments
                    .into_iter()
                    .map(|found| Segment::read(found?))
                    .collect::<Result<_, _>>()?;
            }
            Payload::CustomSection(section) => self.take_custom(&section)?,
            Payload::TagSection(_) => refuse(true, "has tags")?,
            _ => {}
        }
        Ok(())
    }

    fn fill_slots(&mut self, element: Element<'a>) -> Result<(), Failure> {
        let (ElementKind::Active { offset_expr, .. }, ElementItems::Functions(functions)) =
            (element.kind, element.items)
        else {
            return refuse(true, "has a segment of its table that is not active");
        };
        for (slot, function) in (constant(&offset_expr)?..).zip(functions) {
            self.slots.insert(slot, function?);
        }
        Ok(())
    }

    fn take_custom(&mut self, section: &CustomSectionReader<'a>) -> Result<(), Failure> {
        match section.as_known() {
            KnownCustom::Linking(linking) => self.links.take_symbols(linking)?,
            KnownCustom::Reloc(entries) => self.links.take_entries(section.name(), entries)?,
            KnownCustom::Name(names) => {
                for names in names {
                    let Name::Function(functions) = names? else { continue };
                    for naming in functions {
                        let naming = naming?;
                        self.names.insert(naming.index, naming.name);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl<'a> Segment<'a> {
    fn read(segment: Data<'a>) -> Result<Self, Failure> {
        let DataKind::Active { offset_expr, .. } = segment.kind else {
            return Err("the module has a passive segment".into());
        };
        let start = segment.range.end - segment.data.len();
        let place = start..segment.range.end;
        Ok(Self { address: constant(&offset_expr)?, bytes: segment.data, place })
    }
}

/// All items of a section.
fn all<'a, T: FromReader<'a>>(section: SectionLimited<'a, T>) -> Result<Vec<T>, Failure> {
    Ok(section.into_iter().collect::<Result<_, _>>()?)
}

/// The item of a section that has no other.
fn only<'a, T: FromReader<'a>>(section: SectionLimited<'a, T>, what: &str) -> Result<T, Failure> {
    refuse(section.count() != 1, what)?;
    let item = section.into_iter().next().ok_or("the module has a section without items")?;
    Ok(item?)
}

/// The number of an expression that is one `i32.const`.
pub(super) fn constant(expression: &ConstExpr<'_>) -> Result<u32, Failure> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value.cast_unsigned()),
        other => Err(format!("a segment starts at {other:?}").into()),
    }
}

/// Fails if the module has what the splitter does not know.
fn refuse(has: bool, what: &str) -> Result<(), Failure> {
    if has { Err(format!("the module {what}").into()) } else { Ok(()) }
}
