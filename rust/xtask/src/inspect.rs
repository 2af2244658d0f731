//! Reads a release engine, as it ships, for branches in functions that handle secrets.
//!
//! ```text
//! cargo run -p xtask -- inspect
//! ```
//!
//! Masks in the source are no proof: LLVM turns them into branches when it sees through them. So after
//! each build the module is disassembled, and each function of [`SECRET`] must obey this table:
//!
//! | Instruction | Verdict |
//! | --- | --- |
//! | `if`, `select`, `br_table`, `call_indirect` | refused |
//! | `br_if` to the start of a loop | as many as are listed: loops with a fixed count |
//! | `br_if` to elsewhere | refused |
//! | `call` | of a listed function, or of one in [`HARMLESS`] |
//!
//! Ciphers also branch on lengths, products of numbers on the index of a word, and a function refuses a result
//! that is not on the curve. So a function of [`BY_LENGTH`] may have the branches that are listed, each of which
//! was reviewed once, and no others.
//!
//! Only the functions of [`PUBLIC`] call the inverses in variable time, [`VARIABLE`]. Each of them was
//! reviewed once: it passes on only public values.
//!
//! A missing function is a fault too: it was renamed, or inlined into a function that is not inspected.
//! Not covered: an indirect call, an address that depends on a secret, and what the engine makes of an instruction.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use rustc_demangle::demangle;
use wasmparser::{
    BinaryReaderError, FunctionBody, KnownCustom, Name, Operator, Parser, Payload, TypeRef,
};

use crate::{
    Failure,
    build::{with_names, without_names},
    config::Config,
    root, split,
};

/// Functions that handle secrets, and how many loops each has.
const SECRET: &[(&str, usize)] = &[
    (
        "<&curve25519_dalek::scalar::Scalar as core::ops::arith::Sub<curve25519_dalek::scalar::Scalar>>::sub",
        0,
    ),
    ("<&curve25519_dalek::scalar::Scalar as core::ops::arith::Mul>::mul", 0),
    ("__multi3", 0),
    ("countersign_kernels::chacha20poly1305::stream::Stream<V>::by_rows", 1),
    (
        "<countersign_kernels::field_p256::fused::Fused as countersign_kernels::field_p256::Field>::packed",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::fused::Fused as countersign_kernels::field_secp256k1::Field>::low_packed",
        0,
    ),
    ("countersign_kernels::digits::odd", 1),
    ("countersign_kernels::digits::select", 1),
    ("countersign_kernels::ed25519::product_sum", 0),
    ("countersign_kernels::edwards25519::Point::add", 0),
    ("countersign_kernels::edwards25519::Point::double", 0),
    ("countersign_kernels::edwards25519::base::digits", 1),
    ("countersign_kernels::edwards25519::base::multiply", 2),
    ("countersign_kernels::edwards25519::base::multiply_row", 1),
    ("countersign_kernels::edwards25519::base::select", 0),
    ("countersign_kernels::edwards25519::base::shift_add", 0),
    ("countersign_kernels::edwards25519::encoding::compress", 0),
    ("countersign_kernels::edwards25519::encoding::on_curve", 0),
    ("countersign_kernels::edwards25519::twin::compress", 0),
    ("countersign_kernels::edwards25519::twin::on_curve", 0),
    ("countersign_kernels::field25519::bytes::canonical", 0),
    ("countersign_kernels::field25519::multiply", 0),
    ("countersign_kernels::field25519::multiply_self", 0),
    ("countersign_kernels::field25519::power::inverse", 0),
    ("countersign_kernels::field25519::power::ladder", 0),
    ("countersign_kernels::field25519::power::squared_times", 1),
    ("countersign_kernels::field_p256::fused::multiply", 0),
    ("countersign_kernels::field_p256::fused::multiply_self", 0),
    ("countersign_kernels::field_p256::fused::multiply_two", 0),
    ("countersign_kernels::field_secp256k1::fused::product::multiply", 0),
    ("countersign_kernels::field_secp256k1::fused::product::multiply_self", 0),
    ("countersign_kernels::field_secp256k1::fused::product::multiply_two", 0),
    ("countersign_kernels::inverse::Modulus::invert", 3),
    ("countersign_kernels::p256::affine::on_curve", 0),
    ("countersign_kernels::p256::agree::multiply", 2),
    ("countersign_kernels::p256::base::multiply", 1),
    ("countersign_kernels::p256::curve::Projective<F>::add", 0),
    ("countersign_kernels::p256::curve::Projective<F>::add_affine", 0),
    ("countersign_kernels::p256::curve::Projective<F>::double", 0),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::double", 0),
    ("countersign_kernels::p256::jacobian::double_five_times", 0),
    ("countersign_kernels::p256::order::product", 2),
    ("countersign_kernels::p256::order::response", 0),
    ("countersign_kernels::secp256k1::affine::on_curve", 0),
    ("countersign_kernels::secp256k1::agree::multiply", 3),
    ("countersign_kernels::secp256k1::base::multiply", 1),
    ("countersign_kernels::secp256k1::curve::Projective<F>::add", 0),
    ("countersign_kernels::secp256k1::curve::Projective<F>::add_affine", 0),
    ("countersign_kernels::secp256k1::curve::Projective<F>::double", 0),
    ("countersign_kernels::secp256k1::halves::low_product", 0),
    ("countersign_kernels::secp256k1::halves::scaled", 0),
    ("countersign_kernels::secp256k1::halves::split", 0),
    ("countersign_kernels::x25519::ladder", 1),
    ("countersign_kernels::x25519::quotient", 0),
    ("countersign_kernels::x25519::step", 0),
    ("curve25519_dalek::backend::serial::u32::scalar::Scalar29::montgomery_mul", 0),
    ("curve25519_dalek::backend::serial::u32::scalar::Scalar29::mul", 0),
    ("curve25519_dalek::backend::serial::u32::scalar::Scalar29::sub", 0),
    ("curve25519_dalek::scalar::Scalar::from_bytes_mod_order_wide", 0),
    ("curve25519_dalek::scalar::Scalar::reduce", 0),
    ("curve25519_dalek::scalar::Scalar::unpack", 0),
    ("k256::arithmetic::scalar::Scalar::negate", 0),
    ("subtle::black_box", 0),
];

/// Functions that handle secrets and branch on lengths, on the places of words in numbers, or on whether a
/// point is on the curve: how many loops each has, and how many branches.
const BY_LENGTH: &[(&str, usize, usize)] = &[
    ("countersign_kernels::chacha20poly1305::open", 1, 4),
    ("countersign_kernels::chacha20poly1305::poly::Poly::padded", 1, 6),
    ("countersign_kernels::chacha20poly1305::seal", 1, 3),
    ("countersign_kernels::chacha20poly1305::stream::Pad<V>::apply", 1, 12),
    ("countersign_kernels::chacha20poly1305::stream::Stream<V>::apply", 3, 4),
    ("countersign_kernels::edwards25519::encoding::encode", 0, 1),
    ("countersign_kernels::p256::affine::to_affine", 0, 1),
    ("countersign_kernels::secp256k1::affine::to_affine", 0, 1),
    ("countersign_kernels::secp256k1::order::reduced", 0, 14),
    ("countersign_kernels::secp256k1::order::response", 0, 16),
];

/// The functions in variable time: inverses by Euclid's algorithm, and the affine forms that use them. Each entry
/// is the start of a name.
const VARIABLE: &[&str] =
    &["countersign_kernels::euclid::", "countersign_kernels::secp256k1::affine::normalized"];

/// The functions that call those of [`VARIABLE`], and how many functions have that name. All of them compute on
/// public values: a signature to be verified, a key, or a table of the base point that is made at first use. A function
/// of another name may have one of these inlined.
const PUBLIC: &[(&str, usize)] = &[
    ("countersign_kernels::ed25519::verify::Claim::holds", 1),
    ("countersign_kernels::ed25519::verify::Prepared::verify", 1),
    ("countersign_kernels::p256::base::Tables::of", 1),
    ("countersign_kernels::p256::base::odd_entries", 1),
    ("countersign_kernels::p256::ecdsa::holds", 2),
    ("countersign_kernels::secp256k1::base::Tables<F>::new", 1),
    ("countersign_kernels::secp256k1::ecdsa::holds", 2),
    ("countersign_kernels::secp256k1::ecdsa::recover", 1),
    ("countersign_kernels::secp256k1::hash::from_uniform", 1),
    ("countersign_kernels::secp256k1::own::two_sums", 1),
    ("countersign_kernels::secp256k1::prepared::BaseTables<F>::new", 1),
];

/// Other functions that a listed function may call: they branch only on lengths, or on how many multiples a public point has.
const HARMLESS: &[&str] =
    &["countersign_kernels::secp256k1::base::odd_multiples", "memcpy", "memset", "memmove"];

/// The engine with the kernels.
const ENGINE: &str = "wasm-fma";

pub(crate) fn run() -> Result<(), Failure> {
    let folder = root().join("ts/generated").join(ENGINE);
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| format!("{}: {error}; build {ENGINE}", path.display()))
    };
    let linked = read("linked.wasm")?;
    for (name, part) in split::parts(&linked, &Config::read()?.capability)? {
        if without_names(&part)? != read(&format!("{name}.wasm"))? {
            let why = format!("{ENGINE} was built with --dev, or {name}.wasm by another build");
            return Err(why.into());
        }
    }
    let named = with_names(&linked)?;
    let rules = rules();
    let mut faults = faults(&named, &rules)?;
    faults.extend(callers(&named, VARIABLE, PUBLIC)?);
    if faults.is_empty() {
        eprintln!("{} functions that handle secrets do not branch on them", rules.len());
        eprintln!("{} functions call what is in variable time", PUBLIC.len());
        return Ok(());
    }
    Err(format!("the module branches where secrets are handled:\n{}", faults.join("\n")).into())
}

/// The branches and calls that a function may have.
struct Rule<'a> {
    name: &'a str,
    loops: usize,
    /// Branches on lengths and places.
    branches: usize,
}

/// Both lists.
fn rules() -> Vec<Rule<'static>> {
    let secret = SECRET.iter().map(|&(name, loops)| Rule { name, loops, branches: 0 });
    let by_length = BY_LENGTH.iter().map(|&(name, loops, branches)| Rule { name, loops, branches });
    secret.chain(by_length).collect()
}

/// The faults of the listed functions, one line each.
fn faults(wasm: &[u8], rules: &[Rule<'_>]) -> Result<Vec<String>, Failure> {
    let module = Module::read(wasm)?;
    let mut faults = Vec::new();
    for rule in rules {
        let name = rule.name;
        let bodies: Vec<_> =
            module.bodies.iter().filter(|(index, _)| module.name(*index) == name).collect();
        if bodies.is_empty() {
            faults.push(format!("{name}: not in the module"));
        }
        for (_, body) in bodies {
            let found = Findings::of(body)?;
            faults
                .extend(found.faults(rule, &module, rules).map(|fault| format!("{name}: {fault}")));
        }
    }
    Ok(faults)
}

/// The faults of [`PUBLIC`], the list of callers in variable time.
fn callers(
    wasm: &[u8],
    variable: &[&str],
    public: &[(&str, usize)],
) -> Result<Vec<String>, Failure> {
    let module = Module::read(wasm)?;
    let is_variable = |name: &str| variable.iter().any(|start| name.starts_with(start));
    let mut found = BTreeMap::<&str, usize>::new();
    for (index, body) in &module.bodies {
        let name = module.name(*index);
        let calls = Findings::of(body)?.calls;
        if !is_variable(name) && calls.iter().any(|called| is_variable(module.name(*called))) {
            *found.entry(name).or_default() += 1;
        }
    }
    let gone = variable
        .iter()
        .filter(|start| !module.names.values().any(|name| name.starts_with(**start)));
    let gone = gone.map(|start| format!("{start}: not in the module"));
    let listed: BTreeMap<_, _> = public.iter().copied().collect();
    let names: BTreeSet<_> = found.keys().chain(listed.keys()).copied().collect();
    let differ = names.into_iter().filter_map(|name| {
        let [have, want] = [&found, &listed].map(|map| map.get(name).copied().unwrap_or_default());
        let fault = format!("{name}: {have} such call what is in variable time, {want} are listed");
        (have != want).then_some(fault)
    });
    Ok(gone.chain(differ).collect())
}

/// Functions of a module and their names.
struct Module<'a> {
    names: BTreeMap<u32, String>,
    bodies: Vec<(u32, FunctionBody<'a>)>,
}

impl<'a> Module<'a> {
    fn read(wasm: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let (mut names, mut bodies, mut imported) = (BTreeMap::new(), Vec::new(), 0);
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    bodies.push((imported + u32::try_from(bodies.len()).unwrap_or(u32::MAX), body));
                }
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(sections) = section.as_known() else { continue };
                    for section in sections {
                        let Name::Function(map) = section? else { continue };
                        for naming in map {
                            let naming = naming?;
                            names.insert(naming.index, plain(naming.name));
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(Self { names, bodies })
    }

    fn name(&self, index: u32) -> &str {
        self.names.get(&index).map_or("a function without a name", String::as_str)
    }
}

/// A name as the source has it, and without the type whose `impl` in another module it stands in.
fn plain(mangled: &str) -> String {
    let name = format!("{:#}", demangle(mangled));
    match (name.split_once("<impl "), name.rsplit_once(">::")) {
        (Some((module, _)), Some((_, function))) => format!("{module}{function}"),
        _ => name,
    }
}

/// The branches and calls of a function.
#[derive(Default)]
struct Findings {
    refused: BTreeMap<&'static str, usize>,
    loops: usize,
    calls: Vec<u32>,
}

impl Findings {
    fn of(body: &FunctionBody<'_>) -> Result<Self, BinaryReaderError> {
        let mut found = Self::default();
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
            found.take(&operator, &open);
        }
        Ok(found)
    }

    fn take(&mut self, operator: &Operator<'_>, open: &[bool]) {
        let what = match operator {
            Operator::If { .. } => "if",
            Operator::Select | Operator::TypedSelect { .. } => "select",
            Operator::BrTable { .. } => "br_table",
            Operator::CallIndirect { .. } => "call_indirect",
            Operator::BrIf { relative_depth } => {
                let depth = usize::try_from(*relative_depth).unwrap_or(usize::MAX);
                if open.iter().rev().nth(depth) == Some(&true) {
                    self.loops += 1;
                    return;
                }
                "br_if that leaves a block"
            }
            Operator::Call { function_index } => return self.calls.push(*function_index),
            _ => return,
        };
        *self.refused.entry(what).or_default() += 1;
    }

    fn faults(
        &self,
        rule: &Rule<'_>,
        module: &Module<'_>,
        rules: &[Rule<'_>],
    ) -> impl Iterator<Item = String> {
        let &Rule { loops, branches, .. } = rule;
        let as_listed = self.refused.values().sum::<usize>() == branches;
        let refused = self.refused.iter().filter(|_| !as_listed);
        let refused = refused.map(|(what, count)| format!("{count} {what}"));
        let fewer = (!as_listed && branches > 0).then(|| format!("{branches} branches are listed"));
        let count =
            (self.loops != loops).then(|| format!("{} loops, {loops} are listed", self.loops));
        let known = |name: &&str| {
            HARMLESS.contains(name) || rules.iter().any(|listed| listed.name == *name)
        };
        let calls = self.calls.iter().map(|index| module.name(*index)).filter(|name| !known(name));
        let calls = calls.map(|name| format!("calls {name}, which is not listed"));
        refused.chain(fewer).chain(count).chain(calls).collect::<Vec<_>>().into_iter()
    }
}

#[cfg(test)]
mod tests;
