//! X25519 by the vectors of RFC 7748, section 5.2, in words of 64 bits; with the feature `model-fused` or
//! `model-limbs`, as in WebAssembly.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use countersign_kernels::x25519::agree;

fn hex(text: &str) -> [u8; 32] {
    core::array::from_fn(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
}

/// The second u has its top bit set.
#[test]
fn single_calls() {
    let rows = [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ),
    ];
    for (secret, u, shared) in rows {
        assert_eq!(*agree(&hex(secret), &hex(u)), hex(shared));
    }
}

#[test]
fn results_that_become_secrets() {
    let mut u = [0; 32];
    u[0] = 9;
    let mut secret = u;
    for round in 1..=1_000 {
        (u, secret) = (secret, *agree(&secret, &u));
        if round == 1 {
            let once = "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079";
            assert_eq!(secret, hex(once));
        }
    }
    let after = "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51";
    assert_eq!(secret, hex(after));
}
