//! The positive control: leaks that are planted are found.

use std::{env, fs, process::Command, sync::LazyLock};

use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, Function, FunctionSection, Module, NameMap,
    NameSection, RefType, TableSection, TableType, TypeSection,
};

use super::{code::Code, lists::Rule, wasm};

/// Functions over a secret `s`, as LLVM compiles them.
const PLANTED: &str = r#"
#![no_std]
#![allow(internal_features)]
#[panic_handler] fn stop(_: &core::panic::PanicInfo) -> ! { core::arch::wasm32::unreachable() }
unsafe extern "C" { fn elsewhere(s: u32); }
static HIDDEN: u32 = 0;
fn hidden() -> u32 { unsafe { core::ptr::read_volatile(&raw const HIDDEN) } }
#[unsafe(no_mangle)] pub extern "C" fn branches(s: u32, p: &mut u32) { if s & 1 == 1 { *p = hidden(); } }
#[unsafe(no_mangle)] pub extern "C" fn selects(s: u32, a: u32, b: u32) -> u32 {
    let m = 0_u32.wrapping_sub((s == 7) as u32); (a & m) | (b & !m)
}
#[unsafe(no_mangle)] pub extern "C" fn jumps(s: u32, p: &mut u32) {
    match s & 7 { 0 => *p = hidden() + 5, 1 => *p ^= hidden(), 2 => *p = 1 / (hidden() | 1), 3 => *p <<= 1, 4 => *p *= hidden(), 5 => *p = 9, _ => *p += 1 }
}
#[unsafe(no_mangle)] pub extern "C" fn calls(s: u32) { unsafe { elsewhere(s) } }
#[unsafe(export_name = "countersign_kernels::selftest::calls")] pub extern "C" fn tests(s: u32) { unsafe { elsewhere(s + hidden()) } }
#[unsafe(no_mangle)] pub extern "C" fn points(s: u32) -> u32 {
    let to: extern "C" fn(u32, u32, u32) -> u32 = masked;
    core::hint::black_box(to)(s, 1, 2)
}
#[unsafe(no_mangle)] pub extern "C" fn compares(s: u32, a: u32, b: u32) -> u32 {
    let m = 0_u32.wrapping_sub((s == 7) as u32) ^ hidden(); (a & m) | (b & !m)
}
#[unsafe(no_mangle)] pub extern "C" fn masked(s: u32, a: u32, b: u32) -> u32 {
    let m = 0_u32.wrapping_sub(s & 1) ^ hidden(); (a & m) | (b & !m)
}
#[unsafe(no_mangle)] pub extern "C" fn loops(s: u32) -> u32 {
    let mut sum = s; for i in 0..1000 { sum = sum.rotate_left(i) ^ hidden(); } sum
}
"#;

/// Compiled once for all tests.
static CODE: LazyLock<Code> = LazyLock::new(|| wasm::read(&planted()).unwrap());

fn planted() -> Vec<u8> {
    let folder = env::temp_dir().join(format!("countersign-planted-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (source, module) = (folder.join("planted.rs"), folder.join("planted.wasm"));
    fs::write(&source, PLANTED).unwrap();
    let status = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "--crate-type=cdylib", "--target=wasm32-unknown-unknown"])
        .args(["-Copt-level=3", "-Cpanic=abort", "-o"])
        .args([&module, &source])
        .status()
        .unwrap();
    assert!(status.success());
    let wasm = fs::read(module).unwrap();
    fs::remove_dir_all(folder).unwrap();
    wasm
}

#[test]
fn planted_leaks_are_found_and_masks_pass() {
    let of = |name, loops| CODE.faults(&[Rule { name, loops, branches: 0 }]);
    for leak in ["branches", "selects", "compares", "jumps", "calls"] {
        assert_ne!(of(leak, 0), Vec::<String>::new(), "{leak}");
    }
    assert!(of("selects", 0)[0].contains("select"));
    assert!(
        of("jumps", 0).iter().any(|fault| fault.contains("br_table") || fault.contains("br_if"))
    );
    assert!(of("calls", 0)[0].contains("elsewhere"));
    assert_eq!(of("masked", 0), Vec::<String>::new());
    assert_eq!(of("loops", 1), Vec::<String>::new());
}

#[test]
fn a_loop_too_many_and_a_missing_function_are_found() {
    let of = |name, branches| CODE.faults(&[Rule { name, loops: 0, branches }]);
    assert_eq!(of("loops", 0), ["loops: 1 loops, 0 are listed"]);
    assert_eq!(of("gone", 0), ["gone: not in the engine"]);
}

#[test]
fn a_caller_that_is_not_listed_is_found() {
    let of = |variable: &[&str], public: &[(&str, usize)]| CODE.callers(variable, public);
    let calls =
        |have, want| format!("calls: {have} such call what is in variable time, {want} are listed");
    assert_eq!(of(&["elsewh"], &[("calls", 1)]), Vec::<String>::new());
    assert_eq!(of(&["elsewh"], &[]), [calls(1, 0)]);
    assert_eq!(of(&["elsewh"], &[("calls", 2)]), [calls(1, 2)]);
    assert_eq!(of(&["gone"], &[("calls", 1)]), ["gone: not in the engine".to_owned(), calls(0, 1)]);
}

#[test]
fn what_is_in_variable_time_and_can_be_called_indirectly_is_found() {
    let fault = "masked: is in variable time and can be called indirectly";
    assert_eq!(CODE.callers(&["masked"], &[]), [fault]);
    assert_ne!(
        CODE.faults(&[Rule { name: "points", loops: 0, branches: 0 }]),
        Vec::<String>::new()
    );
}

#[test]
fn branches_on_lengths_are_counted() {
    let of = |name, branches| CODE.faults(&[Rule { name, loops: 0, branches }]);
    assert_eq!(of("selects", 1), Vec::<String>::new());
    assert_eq!(of("selects", 2), ["selects: 1 select", "selects: 2 branches are listed"]);
    assert_eq!(of("masked", 1), ["masked: 1 branches are listed"]);
}

/// A module of one function, `listed`, whose table has it as an expression, as the split writes tables of parts.
fn with_an_expression() -> Vec<u8> {
    let (mut types, mut functions, mut code) =
        (TypeSection::new(), FunctionSection::new(), CodeSection::new());
    types.ty().function([], []);
    functions.function(0);
    let mut body = Function::new([]);
    body.instructions().end();
    code.function(&body);
    let (mut tables, mut elements) = (TableSection::new(), ElementSection::new());
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 1,
        maximum: None,
        shared: false,
    });
    let expressions = [ConstExpr::ref_func(0)];
    let items = Elements::Expressions(RefType::FUNCREF, expressions.as_slice().into());
    elements.active(None, &ConstExpr::i32_const(0), items);
    let (mut names, mut map) = (NameSection::new(), NameMap::new());
    map.append(0, "listed");
    names.functions(&map);
    let mut module = Module::new();
    module.section(&types).section(&functions).section(&tables).section(&elements);
    module.section(&code).section(&names);
    module.finish()
}

#[test]
fn an_expression_in_a_table_is_an_address_that_is_taken() {
    let code = wasm::read(&with_an_expression()).unwrap();
    let fault = "listed: is in variable time and can be called indirectly";
    assert_eq!(code.callers(&["listed"], &[]), [fault]);
}
