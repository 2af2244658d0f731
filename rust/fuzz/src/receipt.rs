//! Receipts, their chains and envelopes, and logs: each is written back as it was read, and none that is
//! unsigned holds.

use countersign_core::{
    Error,
    checkpoint::{self, verify_note},
    keys::{KeyType, PublicKey},
    merkle::{
        Edge, Hash, Request, consistency, inclusion, leaf_hash, verify_consistency,
        verify_inclusion,
    },
    receipt::{
        Expected, Receipt, Witness,
        chain::{Chain, Policy},
        envelope::{self, Kind},
        query::select_json,
        verify,
    },
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};

use crate::Target;

const ROTATION: &[u8] = br#"{"action":"countersign/key-rotation","actor":"did:web:agent.example","algorithm":"ed25519","content":null,"keyId":"did:web:agent.example#key-1","next":{"algorithm":"ed25519","key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","keyId":"did:web:agent.example#key-2","signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA"},"sequence":0,"signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","time":1760000000000,"type":"countersign/receipt/v1"}"#;
const PLAIN: &[u8] = br#"{"action":"tool.call","actor":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","algorithm":"ed25519","content":{"tool":"search"},"final":true,"keyId":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX#z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","previous":"sha256:0000000000000000000000000000000000000000000000000000000000000000","sequence":1,"signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","time":1760000000000,"type":"countersign/receipt/v1","witnesses":[{"algorithm":"ed25519","keyId":"did:web:a.example#k","signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","time":1,"witness":"did:web:a.example"}]}"#;

pub(crate) const RECEIPT: Target =
    Target { name: "receipt", run: run_receipt, seeds: &[PLAIN, ROTATION] };

pub(crate) const RECEIPT_CHAIN: Target = Target {
    name: "receipt_chain",
    run: run_chain,
    seeds: &[PLAIN, b"\0\0\0\x02{}\0\0\0\x02[]", ROTATION],
};

pub(crate) const RECEIPT_ENVELOPE: Target = Target {
    name: "receipt_envelope",
    run: run_envelope,
    seeds: &[
        b"\xd2\x84\x43\xa1\x01\x27\xa0\x42{}\x58\x40",
        br#"{"payload":"e30=","payloadType":"application/vnd.countersign.receipt+json","signatures":[{"keyid":"k","sig":"AAAA"}]}"#,
        b"eyJhbGciOiJFZERTQSJ9.e30.AAAA",
    ],
};

pub(crate) const CHECKPOINT: Target = Target {
    name: "checkpoint",
    run: run_checkpoint,
    seeds: &["log.example\n7\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n\u{2014} log.example AAAAAAAA\n".as_bytes()],
};

pub(crate) const MERKLE: Target =
    Target { name: "merkle", run: run_merkle, seeds: &[b"\x05\x09\x0c", b"\x00\x01\x01"] };

fn pinned() -> Trust {
    let key = PublicKey::from_raw(KeyType::Ed25519, &[0x58; 32]);
    let keys = key.map(TrustedKey::pinned).into_iter().collect();
    Trust { keys, ..Trust::default() }
}

fn run_receipt(data: &[u8]) {
    if let Ok(text) = core::str::from_utf8(data) {
        let _ = Witness::from_json(text);
    }
    let Ok(receipt) = Receipt::from_json(data) else { return };
    let Ok(text) = receipt.to_json() else { return };
    assert_eq!(Receipt::from_json(text.as_bytes()).as_ref(), Ok(&receipt));
    let leaf =
        receipt.leaf().map(|leaf| Receipt::from_json(leaf.as_bytes()).map(|parsed| parsed.id()));
    assert_eq!(leaf, Ok(Ok(receipt.id())));
    assert!(verify(&receipt, &pinned(), &Expected::default()).is_err());
}

fn run_chain(data: &[u8]) {
    let mut chain = Chain::new(pinned(), Policy::default());
    chain.push(data);
    let report = chain.report();
    assert_eq!(report.count, 1);
    assert!(report.facts.require(&["completeness"]).is_err());
    let _ = chain.push_all(data);
    assert!(chain.report().facts.require(&[]).is_err());
    let _ = select_json(data, "{}");
    let Ok(text) = core::str::from_utf8(data) else { return };
    let _ = Policy::from_json(text);
    let _ = select_json(b"\0\0\0\x02{}", text);
}

fn run_envelope(data: &[u8]) {
    for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
        assert!(envelope::verify(kind, data, &pinned(), &Expected::default()).is_err());
    }
}

fn run_checkpoint(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let (origin, name) = ("log.example", "log.example");
    let expected = checkpoint::Expected { origin, name, now: UnixSeconds(0) };
    assert!(verify_note(text, &pinned(), &expected).is_err());
}

/// Three bytes choose a tree and a proof. The rest is read as a forged proof.
fn run_merkle(data: &[u8]) {
    let [index, older, size, rest @ ..] = data else { return };
    let (index, older, size) = (u64::from(*index), u64::from(*older), u64::from(*size));
    let leaves: Vec<Hash> = (0..size).map(|index| leaf_hash(&index.to_be_bytes())).collect();
    let root = root_of(&leaves);
    // A proof that needs no hash needs no tile.
    let prove = |request: Result<Request, Error>| {
        request.and_then(|asked| asked.prove(if asked.tiles().is_empty() { &[] } else { &leaves }))
    };
    if let Some(leaf) = usize::try_from(index).ok().and_then(|index| leaves.get(index)) {
        let held = prove(inclusion(index, size, size))
            .and_then(|proof| verify_inclusion(leaf, index, size, &proof, &root));
        assert_eq!(held, Ok(()));
    }
    if older <= size {
        let old = root_of(leaves.get(..usize::try_from(older).unwrap_or(0)).unwrap_or_default());
        let held = prove(consistency(older, size, size))
            .and_then(|proof| verify_consistency((older, &old), (size, &root), &proof));
        assert_eq!(held, Ok(()));
    }
    let (proof, _) = rest.as_chunks::<32>();
    assert!(verify_inclusion(&[1; 32], index, size, proof, &[2; 32]).is_err());
}

fn root_of(leaves: &[Hash]) -> Hash {
    let mut edge = Edge::default();
    // The tree is smaller than a tile, so it is never too large.
    let _ = edge.append(leaves);
    edge.root()
}
