//! Grants: chains, their rejections row by row, our own vectors, and properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all grant::` writes
//! `rust/vectors/grant/v1.json`; `ts/test/grant.test.ts` checks it with other implementations.

use countersign_core::{
    encoding::base64url,
    grant::{
        self, Chain, Fact, Grant, MAX_LINKS, Options, Signed, State, Status, delegate, verify_chain,
    },
    keys::{Algorithm, SecretKey},
    time::UnixSeconds,
    trust::Standing,
};
use countersign_testkit::{
    FixedRng,
    keys::{did, multi, secret},
    own_vectors,
    records::{pinned, sign_grant, sign_record},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::grant::{
    NOW, below, complete, draft, failure, judge, judge_with, links, resigned, root, root_body,
    two_links,
};

#[test]
fn a_chain_holds() {
    let report = judge(&two_links());
    assert_eq!(failure(&report), None, "{}", report.to_json());
    assert_eq!(report.require(&[]), Ok(()));
    assert_eq!(report.signer.as_ref().unwrap().trust, Standing::Trusted);
    assert_eq!(report.links.len(), 2);
    let [root, link] = [0, 1].map(|place| links(&report)[place].clone());
    assert_eq!(link["constraints"], root["constraints"], "inherited");
}

#[test]
fn every_algorithm_signs_grants() {
    for algorithm in Algorithm::ALL {
        let by = SecretKey::generate(algorithm.key_type(), &mut FixedRng(9)).unwrap();
        let mut body = root_body(&by, &secret(2));
        body["algorithm"] = algorithm.as_str().into();
        let text = body.to_string();
        let chain = json!([sign_record(&text, &by, grant::unsigned)]).to_string();
        let report = verify_chain(&chain, &pinned(&by), &complete(), &Status::default());
        assert_eq!(report.require(&[]), Ok(()));
    }
}

#[test]
fn a_link_that_lets_more_through_is_refused() {
    type Change = fn(&mut Value);
    let rows: [(&str, Change); 16] = [
        ("another resource", |link| link["capabilities"] = json!(["read:secrets/*"])),
        ("one more", |link| link["capabilities"] = json!(["read:docs/a", "write:docs/a"])),
        ("a wider wildcard", |link| link["capabilities"] = json!(["read:**"])),
        ("any action", |link| link["capabilities"] = json!(["*:docs/a"])),
        ("everything", |link| link["capabilities"] = json!(["*:**"])),
        ("an earlier start", |link| link["constraints"]["notBefore"] = json!(1)),
        ("a later end", |link| link["constraints"]["expires"] = json!(NOW.0 + 1001)),
        ("no end", |link| drop(link["constraints"].as_object_mut().unwrap().remove("expires"))),
        ("more uses", |link| link["constraints"]["uses"] = json!(11)),
        ("any number of uses", |link| {
            drop(link["constraints"].as_object_mut().unwrap().remove("uses"));
        }),
        ("another audience", |link| link["constraints"]["audience"] = json!(["https://c.example"])),
        ("any audience", |link| {
            drop(link["constraints"].as_object_mut().unwrap().remove("audience"));
        }),
        ("a wider network", |link| link["constraints"]["network"] = json!(["192.0.0.0/16"])),
        ("another network", |link| link["constraints"]["network"] = json!(["198.51.100.0/24"])),
        ("another custom value", |link| link["constraints"]["custom"]["region"] = json!("us")),
        ("no constraints", |link| link["constraints"] = json!({})),
    ];
    for (name, change) in rows {
        let failed = failure(&judge(&resigned(change)));
        assert_eq!(failed, Some((Fact::Narrowing, 1, "ERR_GRANT_WIDENED")), "{name}");
    }
}

#[test]
fn a_chain_that_does_not_hold_together_is_refused() {
    let [_, agent, helper] = [1, 2, 3].map(secret);
    let refused = |chain: &Value, want: (Fact, usize, &str), name: &str| {
        assert_eq!(failure(&judge(chain)), Some(want), "{name}");
    };
    let parent = (Fact::Linkage, 1, "ERR_GRANT_PARENT");
    let issuer = (Fact::Linkage, 1, "ERR_GRANT_ISSUER");
    let depth = (Fact::Depth, 1, "ERR_GRANT_DEPTH");
    refused(&resigned(|link| link["delegation"] = json!(3)), depth, "as deep as its parent");
    refused(&resigned(|link| link["delegation"] = json!(15)), depth, "a depth that lies");
    let early = (Fact::Time, 1, "ERR_GRANT_NOT_YET");
    refused(
        &resigned(|link| link["issued"] = json!(NOW.0 - 51)),
        early,
        "issued before its parent",
    );
    refused(&resigned(|link| link["issued"] = json!(NOW.0 + 61)), early, "issued later");

    let spliced = {
        let [human, agent] = [1, 2].map(secret);
        let mut body = root_body(&human, &agent);
        body["nonce"] = base64url::encode(&[9; 16]).into();
        json!([sign_grant(&body, &human), two_links()[1]])
    };
    refused(&spliced, parent, "a link of another parent");
    let skipped = {
        let other = secret(4);
        let chain = two_links();
        let wide = json!([
            chain[0],
            below(&json!([chain[0]]), &agent, &helper, &json!({ "delegation": 1 }))
        ]);
        let last = below(&wide, &helper, &other, &json!({}));
        json!([chain[0], last])
    };
    refused(&skipped, issuer, "a link left out");
    let orphan = json!([two_links()[1]]);
    refused(&orphan, (Fact::Root, 0, "ERR_GRANT_ROOT"), "a delegated grant as a root");
    let report =
        verify_chain(&orphan.to_string(), &pinned(&agent), &complete(), &Status::default());
    assert_eq!(failure(&report), Some((Fact::Linkage, 0, "ERR_GRANT_PARENT")), "by its own issuer");
    refused(
        &json!([two_links()[1], two_links()[0]]),
        (Fact::Root, 0, "ERR_GRANT_ROOT"),
        "upside down",
    );
    refused(&json!([two_links()[0], two_links()[0]]), issuer, "a link twice");
    let back = resigned(|link| {
        link["subject"] = did(&secret(1)).into();
        link["subjectKey"] = multi(&secret(1)).into();
    });
    refused(&back, (Fact::Linkage, 1, "ERR_GRANT_CYCLE"), "back to the first key");
    let swapped = resigned(|link| link["subject"] = did(&secret(9)).into());
    refused(&swapped, (Fact::Identities, 1, "ERR_GRANT_IDENTITY"), "another DID than the key's");
}

#[test]
fn what_was_signed_cannot_be_changed() {
    let members = ["capabilities", "constraints", "delegation", "subject", "nonce", "issued"];
    let values = [
        json!(["read:**"]),
        json!({}),
        json!(9),
        json!("did:web:x.example"),
        json!("AAAAAAAAAAAAAAAAAAAAAA"),
        json!(1),
    ];
    for (member, value) in members.iter().zip(values) {
        let mut chain = two_links();
        chain[1][member] = value;
        let report = judge(&chain);
        let want = State::Refused { place: 1, error: countersign_core::Error::GrantSignature };
        assert_eq!(*report.state(Fact::Signatures), want, "{member}");
        assert!(report.require(&[]).is_err());
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let row = |member: &str, value: Value| {
        let mut chain = two_links();
        chain[1][member] = value;
        failure(&judge(&chain))
    };
    for (member, value, code) in [
        ("capabilities", json!([]), "ERR_GRANT_EMPTY"),
        ("capabilities", json!(["storage:storage/../etc"]), "ERR_CAPABILITY_TRAVERSAL"),
        ("capabilities", json!(["re\u{0430}d:docs"]), "ERR_CAPABILITY_CHARACTER"),
        ("capabilities", json!(["read:a", "read:a"]), "ERR_GRANT_MALFORMED"),
        ("capabilities", json!([1]), "ERR_GRANT_MALFORMED"),
        ("capabilities", json!("read:a"), "ERR_GRANT_MALFORMED"),
        ("capabilities", Value::from(vec!["read:a"; 65]), "ERR_LIMIT_EXCEEDED"),
        ("constraints", json!(null), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "geo": "eu" }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "uses": 0 }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "uses": 1.5 }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "notBefore": 5, "expires": 5 }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "audience": [] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": [] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": ["192.0.2.1/24"] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": ["192.0.2.0/33"] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": ["192.0.2.0"] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": ["192.0.2.0/+24"] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": ["2001:DB8::/32"] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "network": ["::ffff:192.0.2.0/120"] }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "custom": { "Geo": 1 } }), "ERR_GRANT_MALFORMED"),
        ("constraints", json!({ "custom": { "geo": "x".repeat(5000) } }), "ERR_GRANT_MALFORMED"),
        ("delegation", json!(16), "ERR_GRANT_MALFORMED"),
        ("delegation", json!(-1), "ERR_GRANT_MALFORMED"),
        ("parent", json!("grant:AAAA"), "ERR_GRANT_MALFORMED"),
        ("issuer", json!("did:KEY:x"), "ERR_GRANT_MALFORMED"),
        ("nonce", json!("AAAA"), "ERR_GRANT_MALFORMED"),
        ("signature", json!("AAAA"), "ERR_GRANT_MALFORMED"),
        ("type", json!("countersign/grant/v2"), "ERR_GRANT_VERSION"),
        ("algorithm", json!("none"), "ERR_KEY_ALGORITHM_UNKNOWN"),
        ("algorithm", json!("ecdsa-p256-sha256"), "ERR_KEY_ALGORITHM"),
        ("note", json!("rides along"), "ERR_GRANT_MALFORMED"),
    ] {
        assert_eq!(row(member, value.clone()), Some((Fact::Form, 1, code)), "{member} {value}");
    }
    for (text, code) in [
        ("", "ERR_JSON_MALFORMED"),
        ("{}", "ERR_GRANT_MALFORMED"),
        ("[]", "ERR_GRANT_MALFORMED"),
        ("[1]", "ERR_JSON_NOT_OBJECT"),
        ("[{}]", "ERR_GRANT_VERSION"),
        (r#"[{"type":"a","type":"b"}]"#, "ERR_JSON_DUPLICATE"),
    ] {
        let report = verify_chain(text, &pinned(&secret(1)), &complete(), &Status::default());
        assert_eq!(failure(&report), Some((Fact::Form, 0, code)), "{text}");
        assert!(report.facts.iter().skip(1).all(|(_, state)| *state == State::Unchecked));
    }
}

#[test]
fn a_million_links_are_refused_at_once() {
    let link = two_links()[0].to_string();
    for text in [
        format!("[{}]", vec!["{}"; 300_000].join(",")),
        format!("[{}]", vec!["{}"; 1_000_000].join(",")),
        format!("[{}]", vec![link.as_str(); MAX_LINKS + 1].join(",")),
    ] {
        let report = verify_chain(&text, &pinned(&secret(1)), &complete(), &Status::default());
        let (fact, _, code) = failure(&report).unwrap();
        assert_eq!(fact, Fact::Form);
        assert!(["ERR_LIMIT_EXCEEDED", "ERR_JSON_SIZE"].contains(&code), "{code}");
    }
}

#[test]
fn the_deepest_chain_holds_and_no_deeper() {
    let keys: Vec<SecretKey> = (1..=18).map(secret).collect();
    let mut body = root_body(&keys[0], &keys[1]);
    body["delegation"] = json!(MAX_LINKS - 1);
    let mut chain = vec![sign_grant(&body, &keys[0])];
    for place in 1..MAX_LINKS {
        let more =
            json!({ "delegation": MAX_LINKS - 1 - place, "capabilities": ["read:docs/a/*"] });
        chain.push(below(&json!(chain), &keys[place], &keys[place + 1], &more));
    }
    assert_eq!(judge(&json!(chain)).require(&[]), Ok(()));
    let shallow = Options { max_links: 3, ..complete() };
    let failed = failure(&judge_with(&json!(chain), &shallow, &[]));
    assert_eq!(failed, Some((Fact::Depth, 3, "ERR_GRANT_DEPTH")));
    let more = draft(&keys[16], &keys[17], &json!({}));
    let error = delegate(&json!(chain).to_string(), &more.to_string()).unwrap_err();
    assert_eq!(error.code(), "ERR_GRANT_DEPTH");
}

#[test]
fn narrowing_is_checked_at_issue() {
    let [human, agent, helper] = [1, 2, 3].map(secret);
    let above = json!([root(&human, &agent)]);
    let refused = |more: Value| {
        let draft = draft(&agent, &helper, &more).to_string();
        delegate(&above.to_string(), &draft).unwrap_err().code()
    };
    for (more, code) in [
        (json!({ "capabilities": ["read:**"] }), "ERR_GRANT_WIDENED"),
        (json!({ "capabilities": [] }), "ERR_GRANT_EMPTY"),
        (json!({ "constraints": { "expires": NOW.0 + 5000 } }), "ERR_GRANT_WIDENED"),
        (json!({ "constraints": { "custom": { "region": "us" } } }), "ERR_GRANT_WIDENED"),
        (json!({ "delegation": 3 }), "ERR_GRANT_DEPTH"),
        (json!({ "issued": NOW.0 - 51 }), "ERR_GRANT_NOT_YET"),
        (json!({ "issued": NOW.0 + 1000 }), "ERR_GRANT_EXPIRED"),
        (json!({ "issuerKey": multi(&helper) }), "ERR_GRANT_ISSUER"),
    ] {
        assert_eq!(refused(more.clone()), code, "{more}");
    }
    let mut own = root_body(&human, &human);
    assert_eq!(grant::unsigned(&own.to_string()).unwrap_err().code(), "ERR_GRANT_CYCLE");
    own = root_body(&human, &agent);
    own["issuer"] = did(&helper).into();
    assert_eq!(grant::unsigned(&own.to_string()).unwrap_err().code(), "ERR_GRANT_IDENTITY");
    let body = root_body(&human, &agent).to_string();
    let by_another = grant::unsigned(&body).unwrap().sign(&helper, SecretKey::sign);
    assert_eq!(by_another.unwrap_err().code(), "ERR_GRANT_SIGNATURE");
}

#[test]
fn a_grant_holds_from_its_start_to_its_end() {
    let place = |seconds: u64| {
        let options = Options { now: UnixSeconds(seconds), ..complete() };
        failure(&judge_with(&two_links(), &options, &[])).map(|(_, _, code)| code)
    };
    // Skew 60; the helper's link was issued at -40, the window is -100 to +1000.
    assert_eq!(place(NOW.0 - 101), Some("ERR_GRANT_NOT_YET"));
    assert_eq!(place(NOW.0 - 100), None);
    assert_eq!(place(NOW.0 + 1059), None);
    assert_eq!(place(NOW.0 + 1060), Some("ERR_GRANT_EXPIRED"));
    assert_eq!(place(u64::MAX), Some("ERR_GRANT_EXPIRED"));
}

#[test]
fn our_own_vectors_hold() {
    own_vectors("grant/v1.json", &everything());
}

/// Everything of the format, by fixed keys: secrets are 32 bytes of 01, 02, 03.
fn everything() -> Value {
    let [human, agent, helper] = [1, 2, 3].map(secret);
    let chain = two_links();
    let ids = Chain::from_json(&chain.to_string()).unwrap();
    let taken = sign_grant(
        &json!({
        "type": "countersign/grant-acknowledgement/v1", "algorithm": "ed25519",
        "grant": ids.ids()[0], "key": multi(&agent), "issued": NOW.0 }),
        &agent,
    );
    let draft = json!({
        "algorithm": "ed25519", "key": multi(&helper), "audience": "https://a.example",
        "nonce": base64url::encode(&[5; 16]), "issued": NOW.0, "lifetime": 60,
        "request": { "method": "POST", "url": "https://a.example/docs" } });
    let shown = grant::present(&chain.to_string(), &draft.to_string(), b"body").unwrap();
    let shown = sign_grant(&serde_json::from_str(&shown).unwrap(), &helper);
    let ended = sign_grant(
        &json!({
        "type": "countersign/grant-revocation/v1", "algorithm": "ed25519",
        "grant": ids.ids()[1], "revoker": did(&human), "key": multi(&human),
        "issued": NOW.0, "effective": NOW.0, "reason": "task done" }),
        &human,
    );
    let listed: Vec<&str> = ids.ids().iter().map(String::as_str).collect();
    let list = sign_grant(
        &json!({
        "type": "countersign/grant-status-list/v1", "algorithm": "ed25519",
        "issuer": did(&human), "key": multi(&human), "issued": NOW.0,
        "nextUpdate": NOW.0 + 3600, "revoked": grant::status::encode_ids(&listed).unwrap() }),
        &human,
    );
    let record = |record: &Value| {
        let mut body = record.clone();
        body.as_object_mut().unwrap().remove("signature");
        let unsigned = grant::unsigned(&body.to_string()).unwrap();
        let message = countersign_core::encoding::hex::encode(unsigned.message());
        json!({ "record": record, "message": message })
    };
    json!({
        "source": "this project, by the test `grant`",
        "licence": "MIT OR Apache-2.0",
        "now": NOW.0,
        "secrets": { "human": "01 * 32", "agent": "02 * 32", "helper": "03 * 32" },
        "body": "body",
        "chain": chain,
        "ids": ids.ids(),
        "records": [record(&chain[0]), record(&chain[1]), record(&taken), record(&shown),
            record(&ended), record(&list)],
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_change_of_one_byte_is_accepted(place in any::<prop::sample::Index>(), bit in 0_u8..8) {
        let text = two_links().to_string();
        let mut bytes = text.clone().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        if let Ok(changed) = String::from_utf8(bytes) {
            let report = verify_chain(&changed, &pinned(&secret(1)), &complete(), &Status::default());
            prop_assert!(report.require(&[]).is_err());
        }
    }

    #[test]
    fn reading_back_gives_the_same(text in "\\PC{0,64}") {
        prop_assert!(Chain::from_json(&text).is_err());
        let link = two_links()[0].to_string();
        let read = Signed::<Grant>::from_json(&link).unwrap();
        prop_assert_eq!(Signed::from_json(&read.to_json().unwrap()), Ok(read));
    }
}
