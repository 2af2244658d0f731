//! The positive control: leaks that are planted in a library of this machine are found.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::{env, fs, process::Command, sync::LazyLock};

use super::super::{code::Code, lists::Rule};
use crate::build::{MAP, MAP_FLAGS};

/// Functions over a secret `s`, as LLVM compiles them.
const PLANTED: &str = r#"
unsafe extern "C" { fn srand(s: u32); }
static HIDDEN: u64 = 0;
fn hidden() -> u64 { unsafe { core::ptr::read_volatile(&raw const HIDDEN) } }
#[unsafe(no_mangle)] pub extern "C" fn branches(s: u64, p: &mut u64) { if s & 1 == 1 { *p = hidden(); } }
#[unsafe(no_mangle)] pub extern "C" fn divides(s: u64, a: u64) -> u64 { a / (s | 1) }
#[unsafe(no_mangle)] pub extern "C" fn jumps(s: u64, p: &mut u64) {
    match s & 7 { 0 => *p = hidden() + 5, 1 => *p ^= hidden(), 2 => *p = hidden() | 1, 3 => *p <<= 1, 4 => *p *= hidden(), 5 => *p = 9, _ => *p += 1 }
}
#[unsafe(no_mangle)] pub extern "C" fn calls(s: u32) { unsafe { srand(s) } }
#[unsafe(no_mangle)] pub extern "C" fn points(s: u64) -> u64 {
    let to: fn(u64) -> u64 = kept;
    core::hint::black_box(to)(s) ^ 5
}
#[inline(never)] fn kept(s: u64) -> u64 { hidden() ^ s }
#[unsafe(no_mangle)] pub extern "C" fn masked(s: u64, a: u64, b: u64) -> u64 {
    let m = 0_u64.wrapping_sub(s & 1) ^ hidden(); (a & m) | (b & !m)
}
#[unsafe(no_mangle)] pub extern "C" fn loops(s: u64) -> u64 {
    let mut sum = s; for i in 0..1000 { sum = sum.rotate_left(i) ^ hidden(); } sum
}
"#;

static CODE: LazyLock<Code> = LazyLock::new(planted);

fn planted() -> Code {
    let folder = env::temp_dir().join(format!("countersign-planted-native-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [source, library, map] = ["planted.rs", "planted.so", MAP].map(|name| folder.join(name));
    fs::write(&source, PLANTED).unwrap();
    let status = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "--crate-type=cdylib", "-Copt-level=3", "-Cstrip=symbols"])
        .arg(format!("{MAP_FLAGS}{}", map.display()))
        .arg("-o")
        .args([&library, &source])
        .status()
        .unwrap();
    assert!(status.success());
    let code = super::read(&fs::read(library).unwrap(), &fs::read_to_string(map).unwrap()).unwrap();
    fs::remove_dir_all(folder).unwrap();
    code
}

fn of(name: &str, loops: usize) -> Vec<String> {
    CODE.faults(&[Rule { name, loops, branches: 0 }])
}

#[test]
fn planted_leaks_are_found_and_masks_pass() {
    assert_eq!(of("branches", 0), ["branches: 1 conditional jump"]);
    assert!(of("divides", 0).iter().any(|fault| fault.contains("division")));
    assert!(of("jumps", 0).iter().any(|fault| fault.contains("jump")));
    assert_eq!(of("calls", 0), ["calls: calls srand, which is not listed"]);
    assert!(of("points", 0).iter().any(|fault| fault.contains("indirect")));
    assert_eq!(of("masked", 0), Vec::<String>::new());
    assert_eq!(of("loops", 1), Vec::<String>::new());
    assert_eq!(of("gone", 0), ["gone: not in the engine"]);
}

#[test]
fn callers_and_pointers_of_what_is_in_variable_time_are_found() {
    let calls = "calls: 1 such call what is in variable time, 0 are listed";
    assert_eq!(CODE.callers(&["srand"], &[]), [calls]);
    assert_eq!(CODE.callers(&["srand"], &[("calls", 1)]), Vec::<String>::new());
    let points = "planted::kept: is in variable time and can be called indirectly";
    assert_eq!(CODE.callers(&["planted::kept"], &[]), [points]);
}

#[test]
fn the_map_of_another_library_is_refused() {
    let addon = fs::read(env::current_exe().unwrap()).unwrap();
    assert!(super::read(&addon, "1000 1000 20 16 .text").is_err());
}
