//! Runs one operation so that callgrind can count its instructions.
//!
//! ```text
//! countersign-guard list
//! countersign-guard features
//! countersign-guard NAME [TIMES]
//! ```
//!
//! `NAME` prepares its fixed inputs and runs the operation once, so that tables and caches are filled.
//! Then [`counted`] runs it `TIMES` more (1 by default). Callgrind collects only inside that function.
//! `features` lists the instructions of this processor that the code may choose at run time: the counts
//! of two machines can be compared only if their lists are equal.

#![warn(clippy::too_many_lines)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "fixed inputs of a tool")]

mod document;
mod fixture;
mod key;
mod session;
mod signed;

use std::{env, process::ExitCode};

/// One operation, which owns its inputs.
pub(crate) type Run = Box<dyn FnMut()>;

/// An operation's name, and the function that prepares it.
struct Operation {
    name: &'static str,
    prepare: fn() -> Run,
}

const OPERATIONS: &[Operation] = &[
    Operation { name: "keys.generate.ed25519", prepare: key::generate_ed25519 },
    Operation { name: "keys.sign.ed25519", prepare: key::sign_ed25519 },
    Operation { name: "keys.verify.ed25519", prepare: key::verify_ed25519 },
    Operation { name: "keys.sign.secp256k1", prepare: key::sign_secp256k1 },
    Operation { name: "keys.verify.secp256k1", prepare: key::verify_secp256k1 },
    Operation { name: "keys.sign.p256", prepare: key::sign_p256 },
    Operation { name: "keys.verify.p256", prepare: key::verify_p256 },
    Operation { name: "keys.recover.secp256k1", prepare: key::recover_secp256k1 },
    Operation { name: "keys.verify.ml-dsa-65", prepare: key::verify_ml_dsa_65 },
    Operation { name: "ring.verify.8", prepare: key::verify_ring },
    Operation { name: "session.seal.1k", prepare: session::seal },
    Operation { name: "session.open.1k", prepare: session::open },
    Operation { name: "did.parse", prepare: document::parse_did },
    Operation { name: "jcs.card", prepare: document::canonicalize_card },
    Operation { name: "card.sign", prepare: document::sign_card },
    Operation { name: "card.verify", prepare: document::verify_card },
    Operation { name: "pop.verify.10", prepare: document::verify_proofs },
    Operation { name: "receipt.verify", prepare: document::verify_receipt },
    Operation { name: "grant.verify.2", prepare: document::verify_grants },
    Operation { name: "grant.issue", prepare: signed::issue_grant },
    Operation { name: "pop.prove", prepare: signed::prove_possession },
    Operation { name: "receipt.issue", prepare: signed::issue_receipt },
    Operation { name: "jws.sign.256", prepare: signed::sign_jws },
    Operation { name: "jws.verify.256", prepare: signed::verify_jws },
    Operation { name: "http-sig.sign.post", prepare: signed::sign_request },
    Operation { name: "http-sig.verify.post", prepare: signed::verify_request },
];

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => OPERATIONS.iter().for_each(|operation| println!("{}", operation.name)),
        ["features"] => println!("{}", features().join(" ")),
        [name] => return run(name, 1),
        [name, times] => return run(name, times.parse().unwrap_or(1)),
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: countersign-guard list | features | NAME [TIMES]");
    ExitCode::FAILURE
}

fn run(name: &str, times: usize) -> ExitCode {
    let Some(found) = OPERATIONS.iter().find(|operation| operation.name == name) else {
        return usage();
    };
    let mut operation = (found.prepare)();
    operation();
    counted(&mut operation, times);
    ExitCode::SUCCESS
}

/// Callgrind looks for this function by its name.
#[inline(never)]
fn counted(operation: &mut Run, times: usize) {
    for _ in 0..times {
        operation();
    }
}

/// The features of the processor that the libraries ask for.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    let found = [
        ("aes", is_x86_feature_detected!("aes")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("avx512ifma", is_x86_feature_detected!("avx512ifma")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("pclmulqdq", is_x86_feature_detected!("pclmulqdq")),
        ("sha", is_x86_feature_detected!("sha")),
        ("vaes", is_x86_feature_detected!("vaes")),
    ];
    found.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec![env::consts::ARCH]
}
