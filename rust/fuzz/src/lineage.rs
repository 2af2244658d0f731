//! Spawn and negative proofs: an untrusted lineage proves nothing, and each record is written
//! back as it was read.

use countersign_core::{
    fact::State,
    grant::capability::Pattern,
    identity::{
        negative::{
            Asked, Declaration, Query, Testimony, absence, exclude_by_lineage, verify_declaration,
        },
        spawn::{
            Acceptance, Completion, Evidence, Lineage, Options, Spawn, Termination, accept,
            prepare, verify,
        },
    },
    keys::{KeyType, PublicKey},
    receipt::chain::Policy,
    signed_record::{Body, Signed},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};

use crate::Target;

/// Lineages as a verifier receives them.
pub(crate) const LINEAGE: Target = Target {
    name: "spawn_lineage",
    run: run_lineage,
    seeds: &[
        br#"[{"acceptance":{"algorithm":"ed25519","issued":1759999910,"key":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","signature":"9J2QQsqkpObS6jVdPB2xIm84888TClZZBBUV3pEBZkmvn6QsNjgutmzv8PdRW8BRfPXN4Q-s-sAf8e2qBA-YDQ","spawn":"spawn:iNdFUkT3o0P41uwRQLKKW-YufVTuX5UBEctl2qGGa70","type":"countersign/spawn-acceptance/v1"},"spawn":{"algorithm":"ed25519","ceiling":["read:docs/**","write:docs/drafts/*"],"child":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","childKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","children":2,"depth":3,"expires":1760001000,"issued":1759999900,"nonce":"BwcHBwcHBwcHBwcHBwcHBw","number":0,"parent":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","parentKey":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","purpose":"reads the docs","signature":"1UzQgCoQ7D50IxCI2V5I7Y1BPsKqzCALqEek98PNUbU0Tn_B1OB4lS50ludDkMdLJEUS195xe5Q1RXdBH8zdCQ","type":"countersign/spawn/v1"}},{"acceptance":{"algorithm":"ed25519","issued":1759999910,"key":"z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","signature":"4fUL2v57N-f2OFlwq9WEjSnQcvTX-CFMFQ-ftP4R_RVIyksemoMuKdVHyXWN2tN-2Ma3CbDholKU2L4qdFIHBg","spawn":"spawn:EMTOhV2_6ieo16B4sy3Z-Kcspkyo6KnQEsVPfI7huV4","type":"countersign/spawn-acceptance/v1"},"spawn":{"above":"spawn:iNdFUkT3o0P41uwRQLKKW-YufVTuX5UBEctl2qGGa70","algorithm":"ed25519","ceiling":["read:docs/a/*"],"child":"did:key:z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","childKey":"z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","children":4,"depth":1,"expires":1760000500,"guardian":"z6MkwVDfCg9LbbY6xjH3EZk8YSFQZujV5Y4y1ZWeER9tDiN3","issued":1759999950,"nonce":"BwcHBwcHBwcHBwcHBwcHBw","number":1,"parent":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","parentKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","purpose":"reads the docs","signature":"pVScXeQ2A60gPQuN4p94Fxx0-Wx3nzDW7BbP2EFHT_aoKK3M3mpAWZNBCzxLYzJ1VGdh9noun_vO5wVgNAUgBQ","type":"countersign/spawn/v1"}}]"#,
        b"[]",
    ],
};

/// Each kind of record of both modules, alone.
pub(crate) const RECORD: Target = Target {
    name: "spawn_record",
    run: run_record,
    seeds: &[
        br#"{"algorithm":"ed25519","ceiling":["read:docs/**","write:docs/drafts/*"],"child":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","childKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","children":2,"depth":3,"expires":1760001000,"issued":1759999900,"nonce":"BwcHBwcHBwcHBwcHBwcHBw","number":0,"parent":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","parentKey":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","purpose":"reads the docs","signature":"1UzQgCoQ7D50IxCI2V5I7Y1BPsKqzCALqEek98PNUbU0Tn_B1OB4lS50ludDkMdLJEUS195xe5Q1RXdBH8zdCQ","type":"countersign/spawn/v1"}"#,
        br#"{"algorithm":"ed25519","issued":1759999910,"key":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","signature":"9J2QQsqkpObS6jVdPB2xIm84888TClZZBBUV3pEBZkmvn6QsNjgutmzv8PdRW8BRfPXN4Q-s-sAf8e2qBA-YDQ","spawn":"spawn:iNdFUkT3o0P41uwRQLKKW-YufVTuX5UBEctl2qGGa70","type":"countersign/spawn-acceptance/v1"}"#,
        br#"{"algorithm":"ed25519","effective":1760000000,"issued":1760000000,"key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","reason":"task done","signature":"no8UDKRiNLFPO_vI94SBYFH8OStDdRUCuww9TdxgAmyozc17Udt62TS9UKVF5FJGXDDx_Ki7SruM2RFdLJGlDg","spawn":"spawn:iNdFUkT3o0P41uwRQLKKW-YufVTuX5UBEctl2qGGa70","terminator":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","type":"countersign/spawn-termination/v1"}"#,
        br#"{"algorithm":"ed25519","issued":1760000000,"key":"z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","signature":"0TAibg0DULMQ5Hl78JFL-SDoEyz9mH3XYAkzByZSAecPCX27F84zYwyRv18mp0Z2fQjS-I9bdRku8iNSxmY5Dg","spawn":"spawn:EMTOhV2_6ieo16B4sy3Z-Kcspkyo6KnQEsVPfI7huV4","type":"countersign/spawn-completion/v1"}"#,
        br#"{"algorithm":"ed25519","capabilities":["delete:**","deploy:production/*"],"declarer":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","from":1759999000,"issued":1760000000,"key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","nonce":"BAQEBAQEBAQEBAQEBAQEBA","reason":"freeze","signature":"t77Y89w01VKKR5OTr5b6W_2pyY81FQVTR0RM9iEVucfvAvq3XF9zZWCL1Ngdp20DrXcTjfxfsazDqFAZ8B4AAA","type":"countersign/negative-declaration/v1","until":1760001000}"#,
        br#"{"algorithm":"ed25519","declaration":"negative:zUpT95zhblpgtBp1w9TkvQ9ZIbhzZ5t7I41rv_tSTMs","issued":1760000000,"key":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","signature":"N1tkm_WtBGJMEQg8UlSAAjmYG9mnhTXueJT1_74mvxfpay9tZJlVgaJeUqkqtevvh8hQOtkh8wTFSUD1A4UMAQ","type":"countersign/negative-witness/v1","witness":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH"}"#,
    ],
};

/// Ends, relatives, witnesses and receipts as frames.
pub(crate) const FRAMES: Target = Target {
    name: "spawn_frames",
    run: run_frames,
    seeds: &[b"\x00\x00\x00\x02{}\x00\x00\x00\x01x", b"\x00\x00\x00\x00"],
};

/// A key with which no seed was signed.
fn stranger() -> Trust {
    let key = PublicKey::from_raw(KeyType::Ed25519, &[0x58; 32]).ok();
    Trust { keys: key.map(TrustedKey::pinned).into_iter().collect(), ..Trust::default() }
}

fn options() -> Options {
    let all = Options { ends: true, revocations: true, ..Options::new(UnixSeconds(1_760_000_000)) };
    Options { family: true, ..all }
}

fn run_lineage(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let report = verify(text, &stranger(), &options(), &Evidence::default());
    assert!(report.require(&["identities", "authority"]).is_err(), "nobody trusts the root");
    assert_eq!(*report.state("form") == State::Ok, Lineage::from_json(text).is_ok());
    if let Ok(proof) = exclude_by_lineage("delete:a/**", text, &stranger(), &options()) {
        assert!(proof.require(&["identities"]).is_err(), "nobody trusts the root");
    }
    let _ = prepare(text, "{}");
    if let Ok(pattern) = text.parse::<Pattern>() {
        assert!(pattern.overlaps(&pattern), "a pattern covers something");
    }
}

fn reread<T: Body + core::fmt::Debug + PartialEq>(text: &str) {
    if let Ok(record) = Signed::<T>::from_json(text) {
        assert_eq!(record.to_json().and_then(|text| Signed::from_json(&text)), Ok(record));
    }
}

fn run_record(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    reread::<Spawn>(text);
    reread::<Acceptance>(text);
    reread::<Termination>(text);
    reread::<Completion>(text);
    reread::<Declaration>(text);
    reread::<Testimony>(text);
    let _ = accept(text, "{}");
    if let Ok(asked) = Asked::from_json(r#"{"now":1760000000}"#) {
        assert!(verify_declaration(text, &[], &stranger(), &asked).is_err(), "a stranger's");
    }
}

fn run_frames(data: &[u8]) {
    if let Ok(given) = Evidence::read("", &[], data, data) {
        let report = verify("[]", &stranger(), &options(), &given);
        assert!(report.require(&[]).is_err());
    }
    let Ok(query) = Query::from_json(r#"{"actions":["a*"]}"#) else { return };
    if let Ok(proof) = absence(data, stranger(), Policy::default(), &query) {
        assert!(proof.require(&[]).is_err(), "nobody is trusted");
    }
}
