//! Writes one part as a module.
//!
//! The primary defines memory, table and globals, and exports them; every other part imports them. Indices of
//! functions, types and globals are each part's own; addresses and slots are the linker's everywhere.

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, FunctionSection, GlobalSection, ImportSection, MemorySection, Module, NameMap,
    NameSection, StartSection, TableSection, TypeSection,
    reencode::{Error, Reencode},
};
use wasmparser::ExternalKind;

use super::{
    data::pieces,
    owners::Part,
    plan::{Plan, SHARED},
    renumbered::Renumbered,
};
use crate::Failure;

/// The bytes of a part, with the names of its functions, for whoever debugs.
pub(super) fn write(plan: &Plan<'_>, part: Part) -> Result<Vec<u8>, Failure> {
    let mut writer = Writer::of(plan, part);
    // What stands before the code has the types and globals that the code uses.
    let code = writer.code()?;
    let imports = writer.imports()?;
    let functions = writer.signatures()?;
    let mut module = Module::new();
    module.section(&writer.types()?).section(&imports).section(&functions);
    if writer.is_primary() {
        writer.define_shared(&mut module)?;
    }
    module.section(&writer.exports());
    if let Some(start) = plan.module.start.filter(|start| plan.owner(*start) == Some(part)) {
        module.section(&StartSection { function_index: writer.functions.get(start) });
    }
    module.section(&writer.elements()).section(&code).section(&writer.data());
    module.section(&writer.names());
    Ok(module.finish())
}

struct Writer<'p, 'a> {
    plan: &'p Plan<'a>,
    part: Part,
    /// Functions of the host and of other parts.
    imported: Vec<u32>,
    functions: Renumbered,
    types: Renumbered,
    globals: Renumbered,
}

impl Reencode for Writer<'_, '_> {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(self.functions.get(function))
    }

    fn type_index(&mut self, ty: u32) -> Result<u32, Error> {
        Ok(self.types.get(ty))
    }

    fn global_index(&mut self, global: u32) -> Result<u32, Error> {
        Ok(self.globals.get(global))
    }
}

impl<'p, 'a> Writer<'p, 'a> {
    fn of(plan: &'p Plan<'a>, part: Part) -> Self {
        let imported = plan.imports(part);
        let (mut functions, mut globals) = (Renumbered::default(), Renumbered::default());
        for function in imported.iter().chain(plan.functions(part)) {
            functions.get(*function);
        }
        if part == 0 {
            (0_u32..).zip(&plan.module.globals).for_each(|(global, _)| _ = globals.get(global));
        }
        Self { plan, part, imported, functions, types: Renumbered::default(), globals }
    }

    fn is_primary(&self) -> bool {
        self.part == 0
    }

    /// The functions that this part defines.
    fn own(&self) -> &'p [u32] {
        self.plan.functions(self.part)
    }

    fn code(&mut self) -> Result<CodeSection, Failure> {
        let mut code = CodeSection::new();
        for function in self.own() {
            let body = self.plan.module.body(*function).ok_or("a function has no body")?;
            self.parse_function_body(&mut code, body.clone())?;
        }
        Ok(code)
    }

    fn imports(&mut self) -> Result<ImportSection, Failure> {
        let (module, mut section) = (&self.plan.module, ImportSection::new());
        for function in self.imported.clone() {
            let host = usize::try_from(function).ok().and_then(|index| module.imports.get(index));
            match host {
                Some(import) => {
                    section.import(import.module, import.name, self.entity_type(import.ty)?);
                }
                None => {
                    let signature = module.signature(function).ok_or("an import has no type")?;
                    let ty = EntityType::Function(self.types.get(signature));
                    section.import(SHARED, self.plan.name(function), ty);
                }
            }
        }
        if !self.is_primary() {
            self.import_shared(&mut section)?;
        }
        Ok(section)
    }

    fn import_shared(&mut self, section: &mut ImportSection) -> Result<(), Failure> {
        let module = &self.plan.module;
        if let Some(memory) = module.memory {
            section.import(SHARED, &self.plan.memory_name, self.memory_type(memory)?);
        }
        if let Some(table) = module.table {
            section.import(SHARED, &self.plan.table_name, self.table_type(table)?);
        }
        for global in self.globals.old.clone() {
            let index = usize::try_from(global)?;
            let (global, name) = (module.globals.get(index), self.plan.global_names.get(index));
            let (global, name) = global.zip(name).ok_or("a function uses a missing global")?;
            section.import(SHARED, name, self.global_type(global.ty)?);
        }
        Ok(())
    }

    fn signatures(&mut self) -> Result<FunctionSection, Failure> {
        let mut section = FunctionSection::new();
        for function in self.own() {
            let signature =
                self.plan.module.signature(*function).ok_or("a function has no type")?;
            section.function(self.types.get(signature));
        }
        Ok(section)
    }

    /// Those that were asked for; so this comes last.
    fn types(&mut self) -> Result<TypeSection, Failure> {
        let mut section = TypeSection::new();
        for ty in self.types.old.clone() {
            let ty = self.plan.module.types.get(usize::try_from(ty)?).ok_or("a type is missing")?;
            section.ty().func_type(&self.func_type(ty.clone())?);
        }
        Ok(section)
    }

    /// Table, memory and globals, which the primary has for all parts.
    fn define_shared(&mut self, module: &mut Module) -> Result<(), Failure> {
        let (mut tables, mut memories) = (TableSection::new(), MemorySection::new());
        if let Some(table) = self.plan.module.table {
            tables.table(self.table_type(table)?);
        }
        if let Some(memory) = self.plan.module.memory {
            memories.memory(self.memory_type(memory)?);
        }
        let mut globals = GlobalSection::new();
        for global in &self.plan.module.globals {
            let start = self.const_expr(global.init_expr.clone())?;
            globals.global(self.global_type(global.ty)?, &start);
        }
        module.section(&tables).section(&memories).section(&globals);
        Ok(())
    }

    fn exports(&mut self) -> ExportSection {
        let mut section = ExportSection::new();
        for function in self.own() {
            if let Some(name) = self.plan.names.get(function) {
                section.export(name, ExportKind::Func, self.functions.get(*function));
            }
        }
        if self.is_primary() {
            self.export_shared(&mut section);
        }
        section
    }

    /// What the linker exports besides functions, and under short names what parts import.
    fn export_shared(&self, section: &mut ExportSection) {
        for export in &self.plan.module.exports {
            let kind = match export.kind {
                ExternalKind::Memory => ExportKind::Memory,
                ExternalKind::Table => ExportKind::Table,
                ExternalKind::Global => ExportKind::Global,
                _ => continue,
            };
            section.export(export.name, kind, export.index);
        }
        section.export(&self.plan.memory_name, ExportKind::Memory, 0);
        section.export(&self.plan.contract_name, ExportKind::Memory, 0);
        section.export(&self.plan.table_name, ExportKind::Table, 0);
        for (global, name) in (0..).zip(&self.plan.global_names) {
            section.export(name, ExportKind::Global, global);
        }
    }

    /// A segment for each run of slots whose functions are this part's.
    fn elements(&mut self) -> ElementSection {
        let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
        for (slot, function) in &self.plan.module.slots {
            if self.plan.owner(*function) != Some(self.part) {
                continue;
            }
            let function = self.functions.get(*function);
            match runs.last_mut() {
                Some((start, run)) if (*start..).nth(run.len()) == Some(*slot) => {
                    run.push(function)
                }
                _ => runs.push((*slot, vec![function])),
            }
        }
        let mut section = ElementSection::new();
        for (slot, run) in runs {
            let start = ConstExpr::i32_const(slot.cast_signed());
            section.active(None, &start, Elements::Functions(run.into()));
        }
        section
    }

    fn data(&self) -> DataSection {
        let mut section = DataSection::new();
        for piece in pieces(self.plan, self.part) {
            section.active(0, &ConstExpr::i32_const(piece.address.cast_signed()), piece.bytes);
        }
        section
    }

    fn names(&self) -> NameSection {
        let mut map = NameMap::new();
        for (index, function) in (0..).zip(&self.functions.old) {
            map.append(index, self.plan.module.name(*function));
        }
        let mut section = NameSection::new();
        section.functions(&map);
        section
    }
}
