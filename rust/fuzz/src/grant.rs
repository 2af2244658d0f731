//! Grants: no unsigned grant holds, and each record is written back as it was read.

use countersign_core::{
    grant::{
        Action, Chain, Fact, Grant, Options, Presentation, Revocation, Signed, State, Status,
        StatusList, authorize,
        capability::{Pattern, Request},
        header, unsigned, verify_chain,
    },
    keys::{KeyType, PublicKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};

use crate::Target;

/// Chains of grants as a verifier receives them.
pub(crate) const CHAIN: Target = Target {
    name: "grant_chain",
    run: run_chain,
    seeds: &[
        br#"[{"algorithm":"ed25519","capabilities":["read:docs/**","write:docs/drafts/*"],"constraints":{"audience":["https://a.example","https://b.example"],"custom":{"region":"eu"},"expires":1760001000,"network":["192.0.2.0/24","2001:db8::/32"],"notBefore":1759999900,"uses":10},"delegation":3,"issued":1759999950,"issuer":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","issuerKey":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","nonce":"BwcHBwcHBwcHBwcHBwcHBw","signature":"7vUtsZdMApOd95fV_e9dcJfGE1ROnx5K2S9AlwpVZBapYeNWLXKV-mmJRI2oM6kqi9ktG14j-cgy5fRH4CRjCw","subject":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","subjectKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","type":"countersign/grant/v1"},{"algorithm":"ed25519","capabilities":["read:docs/a/*"],"constraints":{"audience":["https://a.example","https://b.example"],"custom":{"region":"eu"},"expires":1760001000,"network":["192.0.2.0/24","2001:db8::/32"],"notBefore":1759999900,"uses":10},"delegation":0,"issued":1759999960,"issuer":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","issuerKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","nonce":"CAgICAgICAgICAgICAgICA","parent":"grant:Q4vAfXW0Og90LFYMHVwkp9a-erbI87LxZ2YVJmp6W9Q","signature":"FfbasEJh-6GBQEZ2Ti3xurkKmVzUluZ5QVfw0qjzyFYYia-v5PUGpROMsOiyL8JPAUBlQyMmF4dw5Y_0BgOoCA","subject":"did:key:z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","subjectKey":"z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","type":"countersign/grant/v1"}]"#,
        b"[]",
    ],
};

/// Each kind of record of the module, alone.
pub(crate) const RECORD: Target = Target {
    name: "grant_record",
    run: run_record,
    seeds: &[
        br#"{"algorithm":"ed25519","capabilities":["read:docs/**","write:docs/drafts/*"],"constraints":{"audience":["https://a.example","https://b.example"],"custom":{"region":"eu"},"expires":1760001000,"network":["192.0.2.0/24","2001:db8::/32"],"notBefore":1759999900,"uses":10},"delegation":3,"issued":1759999950,"issuer":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","issuerKey":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","nonce":"BwcHBwcHBwcHBwcHBwcHBw","signature":"7vUtsZdMApOd95fV_e9dcJfGE1ROnx5K2S9AlwpVZBapYeNWLXKV-mmJRI2oM6kqi9ktG14j-cgy5fRH4CRjCw","subject":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","subjectKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","type":"countersign/grant/v1"}"#,
        br#"{"algorithm":"ed25519","capabilities":["read:docs/a/*"],"constraints":{"audience":["https://a.example","https://b.example"],"custom":{"region":"eu"},"expires":1760001000,"network":["192.0.2.0/24","2001:db8::/32"],"notBefore":1759999900,"uses":10},"delegation":0,"issued":1759999960,"issuer":"did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","issuerKey":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","nonce":"CAgICAgICAgICAgICAgICA","parent":"grant:Q4vAfXW0Og90LFYMHVwkp9a-erbI87LxZ2YVJmp6W9Q","signature":"FfbasEJh-6GBQEZ2Ti3xurkKmVzUluZ5QVfw0qjzyFYYia-v5PUGpROMsOiyL8JPAUBlQyMmF4dw5Y_0BgOoCA","subject":"did:key:z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","subjectKey":"z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","type":"countersign/grant/v1"}"#,
        br#"{"algorithm":"ed25519","grant":"grant:Q4vAfXW0Og90LFYMHVwkp9a-erbI87LxZ2YVJmp6W9Q","issued":1760000000,"key":"z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH","signature":"Gdg_d7U6z8VMFiZ69Rw5hoBTDBJTx5IdQVKPkiwnC3h7SgTQ07lS0K53CZAYTfBKTdb9u2T8F4VlEuDf7wGrCg","type":"countersign/grant-acknowledgement/v1"}"#,
        br#"{"algorithm":"ed25519","audience":"https://a.example","expires":1760000060,"grant":"grant:oYfTKXJI9S2gfw3Og-bVGxAywcTCv2Kbt-zCaaIrgt0","issued":1760000000,"key":"z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2","nonce":"BQUFBQUFBQUFBQUFBQUFBQ","request":{"body":"Iw2DWNyOiJC0xY3utikS7i8gNXrpKlzIYbmOaP4xrLU","method":"POST","url":"https://a.example/docs"},"signature":"NF7yWnzZsJsbpK_GVH0tzuHLTvGWbd3K4CeznD26RcIrTCqFvxFmjb8Yxe3KmOzcBV_rZvwCheNZ6uRD75xpAw","type":"countersign/grant-presentation/v1"}"#,
        br#"{"algorithm":"ed25519","effective":1760000000,"grant":"grant:oYfTKXJI9S2gfw3Og-bVGxAywcTCv2Kbt-zCaaIrgt0","issued":1760000000,"key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","reason":"task done","revoker":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","signature":"ALE2mHdi5zR0B7UBUHNmcSfscKgYzspvgYwMRLRIUii4GWr6A6fAPX91GZAD6krt4RcllQasxmeHr6Tu993JCw","type":"countersign/grant-revocation/v1"}"#,
        br#"{"algorithm":"ed25519","issued":1760000000,"issuer":"did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","nextUpdate":1760003600,"revoked":"Q4vAfXW0Og90LFYMHVwkp6GH0ylySPUtoH8NzoPm1Rs","signature":"xFiIchTvCgvGgw-rHKBG70GRQi3gytRwZSF9L5wRJijN6weGgdiFZ_u_MUQ4fdVQVmauAgvNxjHfrCbrzbWgAw","type":"countersign/grant-status-list/v1"}"#,
    ],
};

/// Revocations and lists as frames.
pub(crate) const STATUS: Target = Target {
    name: "grant_status",
    run: run_status,
    seeds: &[b"\x00\x00\x00\x02{}\x00\x00\x00\x01x", b"\x00\x00\x00\x00"],
};

/// Capabilities, two in a text.
pub(crate) const CAPABILITY: Target = Target {
    name: "grant_capability",
    run: run_capability,
    seeds: &[b"read:docs/**\nread:docs/a/b", b"*:*\nread:docs", b"a:*/b\na:c/b", b"a:../b\na:%2e"],
};

/// A key with which no seed was signed.
fn stranger() -> Trust {
    let key = PublicKey::from_raw(KeyType::Ed25519, &[0x58; 32]).ok();
    Trust { keys: key.map(TrustedKey::pinned).into_iter().collect(), ..Trust::default() }
}

fn options() -> Options {
    Options { complete: true, ..Options::for_time(UnixSeconds(1_760_000_000)) }
}

fn run_chain(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let report = verify_chain(text, &stranger(), &options(), &Status::default());
    assert!(report.require(&Fact::CHAIN).is_err(), "nobody trusts the root");
    assert_eq!(*report.state(Fact::Form) == State::Ok, Chain::from_json(text).is_ok());
    let Ok(capability) = "read:docs/a".parse::<Request>() else { return };
    let action =
        Action { capability, audience: None, address: None, holder: None, custom: Vec::new() };
    let report = authorize(text, &stranger(), &options(), &Status::default(), &action, None);
    assert!(report.require(&Fact::ACTION).is_err());
    if let Ok(field) = header::to_header(text, "") {
        assert!(header::from_header(&field).is_ok() || !text.trim_start().starts_with('['));
    }
    let _ = header::from_header(text);
}

fn run_record(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let _ = unsigned(text);
    if let Ok(grant) = Signed::<Grant>::from_json(text) {
        assert!(!grant.body().capabilities.is_empty());
        assert_eq!(grant.to_json().and_then(|text| Signed::from_json(&text)), Ok(grant));
    }
    if let Ok(record) = Signed::<Presentation>::from_json(text) {
        assert_eq!(record.to_json().and_then(|text| Signed::from_json(&text)), Ok(record));
    }
    if let Ok(record) = Signed::<Revocation>::from_json(text) {
        assert_eq!(record.to_json().and_then(|text| Signed::from_json(&text)), Ok(record));
    }
    if let Ok(record) = Signed::<StatusList>::from_json(text) {
        assert_eq!(record.to_json().and_then(|text| Signed::from_json(&text)), Ok(record));
    }
}

fn run_status(data: &[u8]) {
    let Ok(status) = Status::from_frames(data) else { return };
    let report = verify_chain("[]", &stranger(), &options(), &status);
    assert!(report.require(&[]).is_err());
}

fn run_capability(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let (above, below) = text.split_once('\n').unwrap_or((text, text));
    let Ok(above) = above.parse::<Pattern>() else { return };
    assert!(above.covers_pattern(&above));
    if let (Ok(pattern), Ok(request)) = (below.parse::<Pattern>(), below.parse::<Request>()) {
        assert_eq!(above.covers_pattern(&pattern), above.covers(&request), "a name is itself");
    }
}
