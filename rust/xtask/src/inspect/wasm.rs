//! Reads a module of WebAssembly.

use std::collections::BTreeMap;

use wasmparser::{
    BinaryReaderError, ElementItems, ElementSectionReader, FunctionBody, KnownCustom, Name,
    NameSectionReader, Operator, Parser, Payload, TypeRef,
};

use super::code::{Code, Function, plain};

pub(super) fn read(wasm: &[u8]) -> Result<Code, BinaryReaderError> {
    let module = Module::read(wasm)?;
    let functions = module.bodies.iter().map(|(index, body)| module.function(*index, body));
    let pointed_at = module.table.iter().map(|index| module.name(*index));
    Ok(Code { functions: functions.collect::<Result<_, _>>()?, pointed_at: pointed_at.collect() })
}

/// Functions of a module and their names.
#[derive(Default)]
struct Module<'a> {
    names: BTreeMap<u32, String>,
    bodies: Vec<(u32, FunctionBody<'a>)>,
    /// Functions that an indirect call can reach.
    table: Vec<u32>,
}

impl<'a> Module<'a> {
    fn read(wasm: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let (mut module, mut next) = (Self::default(), 0);
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        next += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::ElementSection(elements) => module.take_table(elements)?,
                Payload::CodeSectionEntry(body) => {
                    module.bodies.push((next, body));
                    next += 1;
                }
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(names) = section.as_known() else { continue };
                    module.take_names(names)?;
                }
                _ => {}
            }
        }
        Ok(module)
    }

    fn take_table(&mut self, elements: ElementSectionReader<'_>) -> Result<(), BinaryReaderError> {
        for element in elements {
            match element?.items {
                ElementItems::Functions(functions) => {
                    for function in functions {
                        self.table.push(function?);
                    }
                }
                ElementItems::Expressions(_, expressions) => {
                    for expression in expressions {
                        for operator in expression?.get_operators_reader() {
                            if let Operator::RefFunc { function_index } = operator? {
                                self.table.push(function_index);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn take_names(&mut self, sections: NameSectionReader<'_>) -> Result<(), BinaryReaderError> {
        for section in sections {
            let Name::Function(map) = section? else { continue };
            for naming in map {
                let naming = naming?;
                self.names.insert(naming.index, plain(naming.name));
            }
        }
        Ok(())
    }

    fn name(&self, index: u32) -> String {
        self.names.get(&index).map_or("a function without a name", String::as_str).to_owned()
    }

    fn function(&self, index: u32, body: &FunctionBody<'_>) -> Result<Function, BinaryReaderError> {
        let mut found = Function { name: self.name(index), ..Function::default() };
        // Whether each open block is a loop.
        let mut open = vec![false];
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            match &operator {
                Operator::Loop { .. } => open.push(true),
                Operator::Block { .. } | Operator::If { .. } => open.push(false),
                Operator::End => drop(open.pop()),
                _ => {}
            }
            self.take(&mut found, &operator, &open);
        }
        Ok(found)
    }

    fn take(&self, found: &mut Function, operator: &Operator<'_>, open: &[bool]) {
        match operator {
            Operator::If { .. } => found.refuse("if"),
            Operator::Select | Operator::TypedSelect { .. } => found.refuse("select"),
            Operator::BrTable { .. } => found.refuse("br_table"),
            Operator::CallIndirect { .. } => found.refuse("call_indirect"),
            Operator::BrIf { relative_depth } => {
                let depth = usize::try_from(*relative_depth).unwrap_or(usize::MAX);
                if open.iter().rev().nth(depth) == Some(&true) {
                    found.loops += 1;
                } else {
                    found.refuse("br_if that leaves a block");
                }
            }
            Operator::Call { function_index } => found.calls.push(self.name(*function_index)),
            _ => {}
        }
    }
}
