//! A fixture with statics, vtables, texts, generics, shared functions and a registered pointer: compiled, split, and
//! run by Node, whole and in parts, loaded in every order.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use wasmparser::Validator;

use super::super::{check::check, data::pieces, plan::Plan, split};
use crate::config::Capability;

const SOURCE: &str = include_str!("fixture.rs");
const RUN: &str = include_str!("fixture.mjs");

/// What is compiled once for all tests.
static WASM: LazyLock<Vec<u8>> = LazyLock::new(|| compile(&["-Clink-arg=--emit-relocs"]));

/// `left` and `right` need what they share; `late` needs `left`.
fn capabilities() -> Vec<Capability> {
    let capability = |name: &str, needs: &[&str]| Capability {
        name: name.to_owned(),
        needs: needs.iter().map(|&name| name.to_owned()).collect(),
        exports: if name == "both" { Vec::new() } else { vec![name.to_owned()] },
        budget: BTreeMap::new(),
    };
    vec![
        capability("main", &[]),
        capability("both", &[]),
        capability("left", &["both"]),
        capability("right", &["both"]),
        capability("late", &["left"]),
        capability("alone", &[]),
    ]
}

fn folder(name: &str) -> PathBuf {
    env::temp_dir().join(format!("countersign-split-{name}-{}", std::process::id()))
}

fn compile(flags: &[&str]) -> Vec<u8> {
    let folder = folder(&format!("source-{}", flags.len()));
    fs::create_dir_all(&folder).unwrap();
    let (source, module) = (folder.join("fixture.rs"), folder.join("fixture.wasm"));
    fs::write(&source, SOURCE).unwrap();
    let status = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "--crate-type=cdylib", "--target=wasm32-unknown-unknown"])
        .args(["-Copt-level=2", "-Cpanic=abort"])
        .args(flags)
        .arg("-o")
        .args([&module, &source])
        .status()
        .unwrap();
    assert!(status.success());
    let wasm = fs::read(module).unwrap();
    fs::remove_dir_all(folder).unwrap();
    wasm
}

fn plan<'a>(wasm: &'a [u8], list: &'a [Capability]) -> Result<Plan<'a>, String> {
    Plan::of(wasm, list).map_err(|error| error.to_string())
}

/// Owner of the function or data whose path ends so. LLVM adds a number where it took an outer struct away.
fn owner<'a>(plan: &Plan<'a>, name: &str) -> Option<&'a str> {
    let named = |path: &str| path.trim_end_matches(".0").rsplit("::").next() == Some(name);
    let node = (0..plan.graph.len()).find(|node| named(&plan.node_name(*node)));
    let node = node.unwrap_or_else(|| panic!("{name} is not in the module"));
    plan.owners.get(node).map(|part| plan.parts.name(part))
}

fn node(arguments: &[&Path]) -> String {
    let run = Command::new("node")
        .args(["--input-type=module", "--eval", RUN, "--"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn parts_do_what_the_whole_does_in_every_order() {
    let (folder, list) = (folder("orders"), capabilities());
    split(&WASM, &list, &folder).unwrap();
    let whole = folder.join("whole.bin");
    fs::write(&whole, &*WASM).unwrap();
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "wasm") {
            Validator::new().validate_all(&fs::read(&path).unwrap()).unwrap();
        }
    }
    // Of the 120 orders of five parts, so many load first what is needed.
    assert_eq!(node(&[&whole, &folder]), "15 orders, 75 parts\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_one_capability_reaches_is_its_own() {
    let list = capabilities();
    let plan = plan(&WASM, &list).unwrap();
    let owners = [
        ("LEFT_COUNT", "left"),
        ("RIGHT_COUNT", "right"),
        ("SHARED_TABLE", "both"),
        ("shared_digest", "both"),
        ("left_only", "left"),
        ("left_hook", "left"),
        ("alone", "alone"),
    ];
    for (name, part) in owners {
        assert_eq!(owner(&plan, name), Some(part), "{name}");
    }
}

/// The positive control of what every split is held to.
#[test]
fn a_reference_to_what_comes_later_is_refused() {
    let list = capabilities();
    let mut plan = plan(&WASM, &list).unwrap();
    check(&plan).unwrap();
    let shared = (0..plan.graph.len()).find(|node| plan.node_name(*node).ends_with("SHARED_TABLE"));
    let left = list.iter().position(|capability| capability.name == "left");
    plan.owners.of[shared.unwrap()] = left;
    let refused = check(&plan).unwrap_err().to_string();
    let lines: Vec<_> = refused.lines().collect();
    assert_eq!(lines[0], "parts refer to parts that come later:");
    assert!(lines[1].ends_with("of both refers to fixture::SHARED_TABLE of left"), "{refused}");
}

#[test]
fn every_byte_of_data_has_one_part() {
    let list = capabilities();
    let plan = plan(&WASM, &list).unwrap();
    let mut all: Vec<_> = (1..plan.parts.len()).flat_map(|part| pieces(&plan, part)).collect();
    all.sort_by_key(|piece| piece.address);
    for pair in all.windows(2) {
        assert!(pair[0].address + u32::try_from(pair[0].bytes.len()).unwrap() <= pair[1].address);
    }
    let mut memory = vec![0; 1 << 21];
    for piece in pieces(&plan, 0).into_iter().chain(all) {
        let start = usize::try_from(piece.address).unwrap();
        memory[start..start + piece.bytes.len()].copy_from_slice(&piece.bytes);
    }
    for (node, atom) in plan.graph.data().filter(|(node, _)| plan.owners.get(*node).is_some()) {
        let segment = plan.module.segments.iter().rfind(|one| one.address <= atom.place.start);
        let segment = segment.unwrap();
        let place = |at: u32| usize::try_from(at).unwrap();
        let want = &segment.bytes
            [place(atom.place.start - segment.address)..place(atom.place.end - segment.address)];
        let have = &memory[place(atom.place.start)..place(atom.place.end)];
        assert_eq!(have, want, "{}", plan.node_name(node));
    }
}

#[test]
fn a_module_without_relocations_is_refused() {
    let (wasm, list) = (compile(&[]), capabilities());
    let refused = plan(&wasm, &list).err().unwrap();
    assert_eq!(refused, "the module was linked without --emit-relocs");
}

#[test]
fn an_export_without_a_capability_is_refused() {
    let mut list = capabilities();
    list.retain(|capability| capability.name != "alone");
    let refused = plan(&WASM, &list).err().unwrap();
    assert_eq!(refused, "wasm-pack.toml has no capability for the export alone");
}

#[test]
fn a_place_that_holds_another_number_is_refused() {
    let list = capabilities();
    let place = {
        let plan = plan(&WASM, &list).unwrap();
        plan.module.data + usize::try_from(plan.module.links.data[0].offset).unwrap()
    };
    let mut wasm = WASM.clone();
    wasm[place] ^= 1;
    let refused = plan(&wasm, &list).err().unwrap();
    assert!(refused.contains("stands where the relocations say"), "{refused}");
}
