//! Marks of a replay store: every part counts, and no two parts run into each other.

use countersign_core::{label, replay::Once, time::UnixSeconds};
use serde_json::Value;
use sha2::{Digest, Sha256};

const ONCE: Once<'_> =
    Once { label: label::POP, verifier: b"https://a.example", holder: b"did:x:a", nonce: b"nonce" };

#[test]
fn a_mark_is_of_all_its_parts() {
    let others = [
        Once { label: label::GRANT_PRESENTATION, ..ONCE },
        Once { verifier: b"https://b.example", ..ONCE },
        Once { holder: b"did:x:b", ..ONCE },
        Once { nonce: b"other", ..ONCE },
    ];
    assert_eq!(ONCE.mark(), Once { ..ONCE }.mark());
    for other in others {
        assert_ne!(other.mark(), ONCE.mark(), "{other:?}");
    }
}

#[test]
fn parts_do_not_run_into_each_other() {
    let cut = |holder, nonce| Once { holder, nonce, ..ONCE }.mark();
    assert_ne!(cut(b"ab", b"c"), cut(b"a", b"bc"));
    assert_ne!(cut(b"", b"abc"), cut(b"abc", b""));
    assert_ne!(
        Once { verifier: b"a|b", holder: b"c", ..ONCE }.mark(),
        Once { verifier: b"a", holder: b"b|c", ..ONCE }.mark()
    );
}

#[test]
fn a_sender_is_its_holder_alone() {
    assert_eq!(
        Once { label: label::GRANT, verifier: b"", nonce: b"", ..ONCE }.sender(),
        ONCE.sender()
    );
    assert_ne!(Once { holder: b"did:x:b", ..ONCE }.sender(), ONCE.sender());
    assert_ne!(ONCE.sender(), ONCE.mark());
}

#[test]
fn the_bytes_are_as_described() {
    let mut bytes = Vec::new();
    for part in [
        "countersign/replay-mark/v1",
        "countersign/pop/v1",
        "https://a.example",
        "did:x:a",
        "nonce",
    ] {
        bytes.extend(u32::try_from(part.len()).unwrap().to_be_bytes());
        bytes.extend(part.as_bytes());
    }
    let want = countersign_core::encoding::base64url::encode(&Sha256::digest(&bytes));
    let facts: Value = ONCE.to_json(UnixSeconds(7)).parse().unwrap();
    assert_eq!(facts["mark"], want);
    assert_eq!(facts["sender"], ONCE.sender());
    assert_eq!(facts["until"], 7);
}
