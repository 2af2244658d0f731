//! What decides whether the holder of a chain may act: each branch, from both sides.

use countersign_core::{
    encoding::base64url,
    grant::{
        self, Expected, Fact, Options, Presented, Report, State, Status, authorize, delegate,
        describe, verify,
    },
    label,
    replay::Once,
    time::UnixSeconds,
    trust::{Standing, Trust},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::{pinned, sign_grant, tree},
};
use serde_json::{Value, json};

use crate::support::grant::links;

const NOW: u64 = 1_760_000_000;
const AUDIENCE: &str = "https://a.example";
const NONCE: [u8; 16] = [5; 16];

fn root(issuer: &str, constraints: &Value) -> Value {
    let [human, agent] = [1, 2].map(secret);
    let record = json!({
        "type": "countersign/grant/v1", "algorithm": "ed25519",
        "issuer": issuer, "issuerKey": multi(&human),
        "subject": did(&agent), "subjectKey": multi(&agent),
        "capabilities": ["read:docs/**"], "constraints": constraints, "delegation": 1,
        "issued": NOW, "nonce": base64url::encode(&[7; 16]) });
    sign_grant(&record, &human)
}

/// Human 1 grants to agent 2, who grants to helper 3 under more constraints.
fn chain_under_both(above: &Value, below: &Value) -> Value {
    let [human, agent, helper] = [1, 2, 3].map(secret);
    let root = root(&did(&human), above);
    let draft = json!({
        "algorithm": "ed25519", "issuerKey": multi(&agent),
        "subject": did(&helper), "subjectKey": multi(&helper), "constraints": below,
        "capabilities": ["read:docs/a/*"], "delegation": 0,
        "issued": NOW, "nonce": base64url::encode(&[8; 16]) });
    let link = delegate(&json!([root]).to_string(), &draft.to_string()).unwrap();
    json!([root, sign_grant(&serde_json::from_str(&link).unwrap(), &agent)])
}

fn expected() -> Expected {
    let nonce = base64url::encode(&NONCE);
    let asked = json!({ "audience": AUDIENCE, "now": NOW, "nonce": nonce, "skew": 7 });
    Expected::from_json(&asked.to_string(), b"").unwrap()
}

fn shown(chain: &Value, audience: &str) -> String {
    let helper = secret(3);
    let draft = json!({
        "algorithm": "ed25519", "key": multi(&helper), "audience": audience,
        "nonce": base64url::encode(&NONCE), "issued": NOW, "lifetime": 60 });
    let record = grant::present(&chain.to_string(), &draft.to_string(), b"").unwrap();
    sign_grant(&serde_json::from_str(&record).unwrap(), &helper).to_string()
}

fn act(chain: &Value, more: &Value, shown: Option<&str>) -> Report {
    let mut asked = json!({ "now": NOW, "complete": true, "capability": "read:docs/a/x" });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (options, action) = Options::from_json(&asked.to_string()).unwrap();
    let expected = expected();
    let presented = shown.map(|text| Presented { text, expected: &expected });
    let text = chain.to_string();
    authorize(&text, &pinned(&secret(1)), &options, &Status::default(), &action.unwrap(), presented)
}

fn asked(report: &Report) -> impl Iterator<Item = &'static str> {
    report.facts.iter().map(|(fact, _)| *fact)
}

/// A state as text: `ok`, `unchecked`, or where and why it failed.
fn said(report: &Report, fact: Fact) -> String {
    match report.state(fact) {
        State::Ok => "ok".into(),
        State::Unchecked => "unchecked".into(),
        State::Refused { place, error } => format!("{place} {}", error.code()),
    }
}

#[test]
fn a_plain_chain_leaves_nothing_to_check_but_its_holder() {
    let report = act(&chain_under_both(&json!({}), &json!({})), &json!({}), None);
    assert!(asked(&report).eq(Fact::CHAIN.into_iter().chain(Fact::ACTION).map(Fact::as_str)));
    assert_eq!(report.require(&[Fact::Holder]), Ok(()));
    assert_eq!(said(&report, Fact::Holder), "unchecked");
    assert_eq!((report.counted.len(), report.replay.clone()), (0, None));
    assert_eq!(said(&report, Fact::Uses), "ok");
    assert_eq!(report.links.len(), 2);
}

#[test]
fn a_chain_that_cannot_be_read_answers_no_question() {
    let report = act(&json!([]), &json!({ "holder": multi(&secret(3)) }), None);
    assert!(asked(&report).eq(Fact::CHAIN.into_iter().chain(Fact::ACTION).map(Fact::as_str)));
    assert!(Fact::ACTION.into_iter().all(|fact| said(&report, fact) == "unchecked"));
    assert!(said(&report, Fact::Form).starts_with("0 "), "{}", said(&report, Fact::Form));
}

#[test]
fn a_capability_is_asked_of_every_link_and_the_first_without_it_is_named() {
    let chain = chain_under_both(&json!({}), &json!({}));
    let asked = |capability: &str| {
        said(&act(&chain, &json!({ "capability": capability }), None), Fact::Capability)
    };
    assert_eq!(asked("read:docs/a/x"), "ok");
    assert_eq!(asked("read:docs/b/x"), "1 ERR_GRANT_CAPABILITY", "the last link alone is narrower");
    assert_eq!(asked("write:docs/a/x"), "0 ERR_GRANT_CAPABILITY");
}

#[test]
fn a_limit_of_one_link_is_a_limit_of_the_chain() {
    let rows = [
        (json!({ "audience": [AUDIENCE] }), Fact::Audience),
        (json!({ "network": ["192.0.2.0/24"] }), Fact::Network),
        (json!({ "uses": 2 }), Fact::Uses),
    ];
    for (limit, fact) in rows {
        for (above, named) in [(json!({}), "the last link"), (limit.clone(), "both links")] {
            let report = act(&chain_under_both(&above, &limit), &json!({}), None);
            assert_eq!(said(&report, fact), "unchecked", "{fact:?} of {named}");
        }
    }
}

#[test]
fn audience_and_network_are_those_of_every_link_that_names_them() {
    let nets = ["192.0.2.0/24", "192.0.2.0/28"];
    let limited = chain_under_both(
        &json!({ "audience": [AUDIENCE, "https://b.example"], "network": [nets[0]] }),
        &json!({ "audience": [AUDIENCE], "network": [nets[1]] }),
    );
    let free = chain_under_both(&json!({}), &json!({}));
    for (chain, audience, want) in [
        (&limited, AUDIENCE, "ok"),
        (&limited, "https://b.example", "1 ERR_GRANT_AUDIENCE"),
        (&limited, "https://c.example", "0 ERR_GRANT_AUDIENCE"),
        (&free, "https://c.example", "ok"),
    ] {
        let report = act(chain, &json!({ "audience": audience }), None);
        assert_eq!(said(&report, Fact::Audience), want, "{audience}");
    }
    for (chain, address, want) in [
        (&limited, "192.0.2.15", "ok"),
        (&limited, "192.0.2.16", "1 ERR_GRANT_NETWORK"),
        (&limited, "192.0.3.1", "0 ERR_GRANT_NETWORK"),
        (&free, "192.0.3.1", "ok"),
    ] {
        let report = act(chain, &json!({ "address": address }), None);
        assert_eq!(said(&report, Fact::Network), want, "{address}");
    }
}

#[test]
fn uses_are_counted_of_the_links_that_limit_them() {
    let report = act(
        &chain_under_both(&json!({}), &json!({ "uses": 3, "expires": NOW + 9 })),
        &json!({}),
        None,
    );
    let links = links(&report);
    let ids: Vec<&str> = links.iter().map(|link| link["id"].as_str().unwrap()).collect();
    let [counted] = report.counted.as_slice() else { panic!("one link limits its uses") };
    assert_eq!((counted.id.as_str(), counted.limit), (ids[1], 3));
    assert_eq!(counted.expires, Some(UnixSeconds(NOW + 9)));
}

#[test]
fn a_chain_is_described_by_its_ids_and_custom_constraints() {
    let custom = json!({ "custom": { "tier": "gold", "region": { "b": 1.0, "a": [] } } });
    let chain = chain_under_both(&json!({}), &custom);
    let described = tree(&describe(&chain.to_string()).unwrap());
    let links = links(&act(&chain, &json!({}), None));
    let row = |link: &Value, custom: &Value| json!({ "id": link["id"], "custom": custom });
    let region = json!({ "tier": "gold", "region": { "b": 1, "a": [] } });
    assert_eq!(described, json!([row(&links[0], &json!({})), row(&links[1], &region)]));
}

#[test]
fn a_custom_constraint_is_answered_by_its_link_and_its_name() {
    let two = json!({ "custom": { "region": "eu", "tier": "gold" } });
    let chain = chain_under_both(&two, &two);
    let row = |link: usize, name: &str, holds: bool| json!({ "link": link, "name": name, "holds": holds });
    let all = [
        row(0, "region", true),
        row(0, "tier", true),
        row(1, "region", true),
        row(1, "tier", true),
    ];
    let asked =
        |custom: &[Value]| said(&act(&chain, &json!({ "custom": custom }), None), Fact::Custom);
    assert_eq!(asked(&all), "ok");
    assert_eq!(asked(&[]), "0 ERR_GRANT_CONSTRAINT");
    for left_out in 0..all.len() {
        let mut rest = all.to_vec();
        rest.remove(left_out);
        assert_eq!(asked(&rest), format!("{} ERR_GRANT_CONSTRAINT", left_out / 2), "{left_out}");
        let mut refused = all.to_vec();
        refused[left_out]["holds"] = false.into();
        assert_eq!(asked(&refused), format!("{} ERR_GRANT_CONSTRAINT", left_out / 2), "{left_out}");
    }
}

#[test]
fn a_presentation_that_holds_is_to_be_marked_for_its_key() {
    let chain = chain_under_both(&json!({}), &json!({}));
    let good = shown(&chain, AUDIENCE);
    let report = act(&chain, &json!({}), Some(&good));
    assert_eq!(said(&report, Fact::Holder), "ok");
    let holder = secret(3).public_key().to_tagged();
    let (label, verifier) = (label::GRANT_PRESENTATION, AUDIENCE.as_bytes());
    let once = Once { label, verifier, holder: &holder, nonce: &NONCE };
    // The mark lives as long as the presentation and the difference of clocks that is allowed.
    assert_eq!(report.replay, Some(once.to_json(UnixSeconds(NOW + 67))));
    let printed: Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(printed["replay"]["until"], NOW + 67);
}

#[test]
fn a_presentation_that_fails_is_not_marked_whatever_key_is_known() {
    let chain = chain_under_both(&json!({}), &json!({}));
    let other = shown(&chain, "https://b.example");
    for more in [json!({}), json!({ "holder": multi(&secret(3)) })] {
        let report = act(&chain, &more, Some(&other));
        assert_eq!(said(&report, Fact::Holder), "1 ERR_GRANT_AUDIENCE", "{more}");
        assert_eq!(report.replay, None);
    }
    let unreadable = act(&chain, &json!({}), Some("{}"));
    assert!(said(&unreadable, Fact::Holder).starts_with("1 "));
    assert_eq!(unreadable.replay, None);
}

#[test]
fn a_known_key_must_be_that_of_the_last_link() {
    let chain = chain_under_both(&json!({}), &json!({}));
    let known = |fill: u8| act(&chain, &json!({ "holder": multi(&secret(fill)) }), None);
    assert_eq!(said(&known(3), Fact::Holder), "ok");
    assert_eq!(known(3).replay, None, "there is nothing that could come twice");
    for fill in [1, 2, 4] {
        assert_eq!(said(&known(fill), Fact::Holder), "1 ERR_GRANT_HOLDER", "{fill}");
    }
}

#[test]
fn one_grant_may_stay_unbound_and_unasked_for_revocations_and_nothing_else() {
    let judge = |grant: &Value, trust: &Trust, complete: bool| {
        let options = Options { complete, ..Options::for_time(UnixSeconds(NOW)) };
        verify(&grant.to_string(), trust, &options, &Status::default())
    };
    let named = root("did:web:human.example", &json!({}));
    let report = judge(&named, &pinned(&secret(1)), false).unwrap();
    assert_eq!(said(&report, Fact::Identities), "unchecked");
    assert_eq!(said(&report, Fact::Revocation), "unchecked");
    assert_eq!(report.signer.unwrap().trust, Standing::Trusted);
    assert_eq!(report.links.len(), 1);
    let code = |result: Result<Report, countersign_core::Error>| result.unwrap_err().code();
    assert_eq!(code(judge(&named, &Trust::default(), true)), "ERR_GRANT_ROOT");
    let late = root("did:web:human.example", &json!({ "expires": NOW - 61 }));
    assert_eq!(code(judge(&late, &pinned(&secret(1)), true)), "ERR_GRANT_EXPIRED");
    let mut forged = named.clone();
    forged["capabilities"] = json!(["read:**"]);
    assert_eq!(code(judge(&forged, &pinned(&secret(1)), true)), "ERR_GRANT_SIGNATURE");
    assert!(judge(&json!("no grant"), &pinned(&secret(1)), true).is_err());
}
