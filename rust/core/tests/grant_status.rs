//! Revocations and lists of the status of grants.

use core::slice::from_ref;

use countersign_core::{
    Error,
    did::Purpose,
    encoding::base64url,
    grant::{self, Fact, Options, State, Status, status, verify_chain, verify_revocation},
    keys::SecretKey,
    time::UnixSeconds,
    trust::{Standing, Trust, TrustedKey},
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
    records::{pinned, sign_grant},
};
use serde_json::{Value, json};

use crate::support::grant_use::{NOW, ids, options, plain, revocation, revoked};

fn list(by: &SecretKey, ids: &[&str], (issued, next): (u64, u64)) -> Value {
    sign_grant(
        &json!({
            "type": "countersign/grant-status-list/v1", "algorithm": "ed25519",
            "issuer": did(by), "key": multi(by), "issued": issued, "nextUpdate": next,
            "revoked": status::encode_ids(ids).unwrap() }),
        by,
    )
}

#[test]
fn whoever_issued_or_stands_above_may_revoke() {
    let (chain, [human, agent, helper, stranger]) = (plain(), [1, 2, 3, 4].map(secret));
    let ids = ids(&chain);
    let dead = |place| (Ok(Some((place, "ERR_GRANT_REVOKED"))), vec![]);
    let ignored = |code| (Ok(None), vec![(0, code)]);
    let one =
        |by: &SecretKey, place: usize| revoked(&chain, &[revocation(by, &ids[place], NOW)], true);
    assert_eq!(one(&human, 0), dead(0), "the issuer; and it cascades: the helper's chain is dead");
    assert_eq!(one(&agent, 1), dead(1), "the issuer of the link");
    assert_eq!(one(&human, 1), dead(1), "an ancestor");
    assert_eq!(one(&agent, 0), ignored("ERR_GRANT_REVOKER"), "a subject, of its own grant");
    assert_eq!(one(&helper, 1), ignored("ERR_GRANT_REVOKER"));
    assert_eq!(one(&stranger, 1), ignored("ERR_GRANT_REVOKER"));
    let mut named = revocation(&stranger, &ids[1], NOW);
    named["revoker"] = did(&human).into();
    assert_eq!(revoked(&chain, &[named], true), ignored("ERR_GRANT_REVOKER"), "another's name");
    let mut forged = revocation(&human, &ids[1], NOW);
    forged["reason"] = "changed".into();
    assert_eq!(revoked(&chain, &[forged], true), ignored("ERR_GRANT_SIGNATURE"));
    let other = revocation(&human, &format!("grant:{}", base64url::encode(&[1; 32])), NOW);
    assert_eq!(revoked(&chain, &[other], true), (Ok(None), vec![]), "of another grant");
}

#[test]
fn a_revocation_applies_from_its_time_on() {
    let (chain, human) = (plain(), secret(1));
    let ids = ids(&chain);
    let place = |effective| revoked(&chain, &[revocation(&human, &ids[1], effective)], true).0;
    assert_eq!(place(0), Ok(Some((1, "ERR_GRANT_REVOKED"))), "before it was written");
    assert_eq!(place(NOW + 60), Ok(Some((1, "ERR_GRANT_REVOKED"))), "a clock that is behind");
    assert_eq!(place(NOW + 61), Ok(None));
    let two = [revocation(&human, &ids[1], NOW + 500), revocation(&human, &ids[1], NOW - 5)];
    assert_eq!(revoked(&chain, &two, true).0, Ok(Some((1, "ERR_GRANT_REVOKED"))), "the earliest");
}

#[test]
fn what_cannot_be_read_closes() {
    let chain = plain();
    let good = revocation(&secret(4), &ids(&chain)[0], NOW);
    for record in [
        json!("not JSON"),
        json!("{}"),
        json!({ "type": "countersign/grant-revocation/v2" }),
        json!({ "type": "countersign/grant-status-list/v1" }),
    ] {
        let (state, ignored) = revoked(&chain, &[good.clone(), record.clone()], true);
        assert_eq!(state, Ok(Some((1, "ERR_GRANT_REVOCATION"))), "{record}");
        assert_eq!(ignored, [(0, "ERR_GRANT_REVOKER")]);
    }
    assert!(Status::from_frames(&[0, 0, 0, 9, 1]).is_err());
    assert!(Status::from_frames(&[0, 0]).is_err());
    assert!(Status::from_frames(&vec![0; 4 * (status::MAX_RECORDS + 1)]).is_err());
    assert_eq!(revoked(&chain, &[], false).0, Err(()), "nothing given is not checked");
    assert_eq!(revoked(&chain, &[], true).0, Ok(None), "all that there is, is nothing");
}

#[test]
fn a_list_must_be_fresh_and_speak_for_every_link() {
    let (chain, [human, agent, stranger]) = (plain(), [1, 2, 4].map(secret));
    let ids = ids(&chain);
    let (fresh, stale) = ((NOW - 10, NOW + 10), (NOW - 100, NOW - 60));
    let state = |lists: &[Value], complete| revoked(&chain, lists, complete).0;
    let missing = |place| Ok(Some((place, "ERR_GRANT_STATUS_MISSING")));
    let (top, middle) = (list(&human, &[], fresh), list(&agent, &[], fresh));
    assert_eq!(state(from_ref(&top), false), missing(1), "the agent may have revoked its own");
    assert_eq!(state(from_ref(&middle), false), missing(0));
    assert_eq!(state(from_ref(&middle), true), Ok(None));
    assert_eq!(state(&[top.clone(), middle.clone()], false), Ok(None), "each for its own");
    let aging = [top, list(&agent, &[], stale)];
    assert_eq!(state(&aging, false), Ok(Some((1, "ERR_GRANT_STATUS_STALE"))));
    let old = Ok(Some((0, "ERR_GRANT_STATUS_STALE")));
    assert_eq!(state(&[list(&human, &[], stale)], false), old);
    assert_eq!(state(&[list(&human, &[], stale)], true), old, "stale closes, whatever else");
    assert_eq!(state(&[list(&human, &[], (NOW + 61, NOW + 99))], false), old, "from the future");
    let renewed = [list(&human, &[], stale), list(&human, &[], fresh), middle];
    assert_eq!(state(&renewed, false), Ok(None));
    let dead = Ok(Some((1, "ERR_GRANT_REVOKED")));
    assert_eq!(state(&[list(&human, &[&ids[1]], fresh)], false), dead);
    assert_eq!(state(&[list(&human, &[&ids[1]], stale)], false), dead, "revoked stays revoked");
    assert_eq!(state(&[list(&agent, &[&ids[1]], fresh)], true), dead);
    assert_eq!(state(&[list(&agent, &[&ids[0]], fresh)], true), Ok(None), "no say over its own");
    let strange = revoked(&chain, &[list(&stranger, &[&ids[0], &ids[1]], fresh)], true);
    assert_eq!(strange, (Ok(None), vec![(0, "ERR_GRANT_REVOKER")]));
    let mut forged = list(&human, &[], fresh);
    forged["nextUpdate"] = json!(NOW + 9_999);
    let forged = revoked(&chain, &[forged], false);
    assert_eq!(forged, (missing(0), vec![(0, "ERR_GRANT_SIGNATURE")]));
}

#[test]
fn a_list_has_one_form() {
    let by = secret(1);
    let with = |revoked: String| {
        let mut record = list(&by, &[], (1, 2));
        record["revoked"] = revoked.into();
        revoked_code(&record)
    };
    let entry = |fill: u8| [fill; status::PREFIX];
    assert_eq!(with(base64url::encode(&[entry(1), entry(2)].concat())), None);
    let wrong = Some("ERR_GRANT_REVOCATION");
    assert_eq!(with(base64url::encode(&[entry(2), entry(1)].concat())), wrong, "not ascending");
    assert_eq!(with(base64url::encode(&[entry(1), entry(1)].concat())), wrong, "one twice");
    assert_eq!(with(base64url::encode(&[1; 15])), wrong, "a part of one");
    assert_eq!(with("*".into()), wrong);
    assert_eq!(with("A".repeat(800_000)), wrong, "too many");
    let many: Vec<String> = (0..20_000_u32)
        .map(|number| {
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&number.wrapping_mul(0x9e37_79b9).to_be_bytes());
            format!("grant:{}", base64url::encode(&hash))
        })
        .collect();
    let names: Vec<&str> = many.iter().map(String::as_str).collect();
    let text = list(&by, &names, (1, 2)).to_string();
    let read = grant::Signed::<status::StatusList>::from_json(&text).unwrap();
    assert!(names.iter().all(|id| read.body().revokes(id)));
    assert!(!read.body().revokes(&ids(&plain())[0]));
    assert!(status::encode_ids(&["grant:AA"]).is_err());
    assert!(status::encode_ids(&vec![names[0]; status::MAX_LISTED + 1]).is_err());
}

/// The code by which the record closes, if it does.
fn revoked_code(record: &Value) -> Option<&'static str> {
    let found = revoked(&plain(), std::slice::from_ref(record), true).0.unwrap();
    found.map(|(_, code)| code).filter(|code| *code == "ERR_GRANT_REVOCATION")
}

#[test]
fn a_root_that_changed_its_key_still_revokes() {
    let [human, agent, new] = [1, 2, 9].map(secret);
    let issuer = "did:web:human.example";
    let root = sign_grant(
        &json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519", "keyId": format!("{issuer}#1"),
            "issuer": issuer, "issuerKey": multi(&human),
            "subject": did(&agent), "subjectKey": multi(&agent),
            "capabilities": ["read:docs/**"], "constraints": {}, "delegation": 1,
            "issued": NOW, "nonce": base64url::encode(&[7; 16]) }),
        &human,
    );
    let named = |secret: &SecretKey, place: u8| TrustedKey {
        id: Some(format!("{issuer}#{place}")),
        ..TrustedKey::pinned(secret.public_key().clone())
    };
    let trust = Trust { keys: vec![named(&human, 1), named(&new, 2)], ..Trust::default() };
    let chain = json!([root]);
    let body = json!({
        "type": "countersign/grant-revocation/v1", "algorithm": "ed25519", "keyId": format!("{issuer}#2"),
        "grant": ids(&chain)[0], "revoker": issuer, "key": multi(&new),
        "issued": NOW, "effective": NOW });
    let status = Status::from_frames(&frames(&[sign_grant(&body, &new)])).unwrap();
    let judge = |trust: &Trust| verify_chain(&chain.to_string(), trust, &options(true), &status);
    let report = judge(&trust);
    assert_eq!(*report.state(Fact::Identities), State::Ok, "the document binds the DID");
    assert_eq!(
        *report.state(Fact::Revocation),
        State::Refused { place: 0, error: Error::GrantRevoked }
    );
    let unbound = Trust {
        keys: vec![
            TrustedKey::pinned(human.public_key().clone()),
            TrustedKey::pinned(new.public_key().clone()),
        ],
        ..Trust::default()
    };
    assert_eq!(*judge(&unbound).state(Fact::Revocation), State::Ok, "nobody says whose key it is");
}

/// The keys of the chain, the agent's as it is listed.
fn trust_with(agent: TrustedKey) -> Trust {
    Trust { keys: vec![pinned(&secret(1)).keys[0].clone(), agent], ..Trust::default() }
}

#[test]
fn a_key_that_is_ruled_out_still_ends_what_it_issued_and_nothing_else() {
    let (chain, [human, agent]) = (plain(), [1, 2].map(secret));
    let ids = ids(&chain);
    let listed = || TrustedKey::pinned(agent.public_key().clone());
    let judge = |key: TrustedKey, place: usize| {
        let record = revocation(&agent, &ids[place], NOW);
        let (text, trust) = (chain.to_string(), trust_with(key));
        let report = verify_chain(
            &text,
            &trust,
            &options(true),
            &Status::from_frames(&frames(from_ref(&record))).unwrap(),
        );
        let alone = verify_revocation(&record.to_string(), &text, &trust, &options(true));
        assert_eq!(alone.is_ok(), report.ignored.is_empty());
        report.state(Fact::Revocation).clone()
    };
    let ended = |place| State::Refused { place, error: Error::GrantRevoked };
    for key in [
        TrustedKey { until: Some(UnixSeconds(NOW)), ..listed() },
        TrustedKey { revoked: true, ..listed() },
        TrustedKey { expires: Some(UnixSeconds(NOW - 1)), ..listed() },
        TrustedKey { purposes: Some(vec![Purpose::Authentication]), ..listed() },
    ] {
        assert_eq!(judge(key.clone(), 1), ended(1), "{key:?}");
        assert_eq!(judge(key.clone(), 0), State::Ok, "the human's grant is not its own: {key:?}");
    }
    // The root is no other.
    let old = TrustedKey { until: Some(UnixSeconds(NOW)), ..pinned(&secret(1)).keys[0].clone() };
    let trust = Trust { keys: vec![old], ..Trust::default() };
    let record = revocation(&human, &ids[0], NOW).to_string();
    let ended = verify_revocation(&record, &chain.to_string(), &trust, &options(true)).unwrap();
    assert_eq!((ended.link, ended.signer.trust), (0, Standing::SelfAsserted));
}

#[test]
fn a_list_of_a_key_that_was_replaced_vouches_for_nothing() {
    let (chain, [human, agent]) = (plain(), [1, 2].map(secret));
    let ids = ids(&chain);
    let later = Options { complete: false, ..Options::for_time(UnixSeconds(NOW + 5)) };
    let fresh = (NOW, NOW + 60);
    let judge = |until: [u64; 2], agents: &[&str]| {
        let key = |(by, until): (&SecretKey, u64)| TrustedKey {
            until: Some(UnixSeconds(until)),
            ..TrustedKey::pinned(by.public_key().clone())
        };
        let keys = [&human, &agent].into_iter().zip(until).map(key).collect();
        let trust = Trust { keys, ..Trust::default() };
        let lists = [list(&human, &[], fresh), list(&agent, agents, fresh)];
        let status = Status::from_frames(&frames(&lists)).unwrap();
        let report = verify_chain(&chain.to_string(), &trust, &later, &status);
        assert_eq!(*report.state(Fact::Root), State::Ok, "both keys signed in their time");
        report.state(Fact::Revocation).clone()
    };
    let missing = |place| State::Refused { place, error: Error::GrantStatusMissing };
    assert_eq!(judge([NOW + 60, NOW + 60], &[]), State::Ok);
    assert_eq!(judge([NOW + 60, NOW + 1], &[]), missing(1));
    assert_eq!(judge([NOW + 1, NOW + 60], &[]), missing(0));
    let ended = State::Refused { place: 1, error: Error::GrantRevoked };
    assert_eq!(judge([NOW + 60, NOW + 1], &[&ids[1]]), ended, "what it takes back counts");
}

#[test]
fn a_register_takes_only_a_revocation_that_counts() {
    let (chain, [human, agent, stranger]) = (plain(), [1, 2, 4].map(secret));
    let ids = ids(&chain);
    let judge = |record: &Value| {
        let text = chain.to_string();
        let trust = pinned(&secret(1));
        let ended = verify_revocation(&record.to_string(), &text, &trust, &options(true))?;
        Ok((ended.link, ended.signer.trust))
    };
    assert_eq!(judge(&revocation(&human, &ids[1], NOW)), Ok((1, Standing::Trusted)));
    assert_eq!(judge(&revocation(&agent, &ids[1], NOW)), Ok((1, Standing::SelfAsserted)));
    assert_eq!(judge(&revocation(&stranger, &ids[1], NOW)), Err(Error::GrantRevoker));
    let other = revocation(&human, &format!("grant:{}", base64url::encode(&[1; 32])), NOW);
    assert_eq!(judge(&other), Err(Error::GrantParent));
    let mut forged = revocation(&human, &ids[1], NOW);
    forged["effective"] = json!(1);
    assert_eq!(judge(&forged), Err(Error::GrantSignature));
    // Anybody can make a chain, put another's grant into it, and revoke that.
    let of_stranger = |links: Value| {
        let record = revocation(&stranger, &ids[1], NOW).to_string();
        verify_revocation(&record, &links.to_string(), &pinned(&human), &options(true))
    };
    let mut own = chain[0].clone();
    own.as_object_mut().unwrap().remove("signature");
    own["issuer"] = did(&stranger).into();
    own["issuerKey"] = multi(&stranger).into();
    let own = sign_grant(&own, &stranger);
    assert_eq!(of_stranger(json!([own, chain[1]])), Err(Error::GrantRoot));
    assert_eq!(of_stranger(json!([chain[0], own, chain[1]])), Err(Error::GrantIssuer));
    let mut false_link = own.clone();
    false_link["signature"] = chain[0]["signature"].clone();
    assert_eq!(of_stranger(json!([chain[0], false_link, chain[1]])), Err(Error::GrantSignature));
}
