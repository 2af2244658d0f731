//! Grants in use: revocation, lists, presentations, actions, acknowledgements.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use core::{net::IpAddr, slice::from_ref};

use countersign_core::{
    Error,
    did::{self, Purpose},
    encoding::{base64, base64url},
    grant::{
        self, Chain, Counted, Expected, Fact, Options, Presented, Report, State, Status, authorize,
        delegate, header, network::Block, status, verify, verify_acknowledgement, verify_chain,
        verify_presentation, verify_revocation,
    },
    keys::{Algorithm, KeyType, SecretKey},
    time::UnixSeconds,
    trust::{Standing, Trust, TrustedKey},
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
    records::{pinned, sign_grant, sign_record},
};
use serde_json::{Value, json};

const NOW: u64 = 1_760_000_000;
const AUDIENCE: &str = "https://a.example";

/// Human 1 grants to agent 2, who grants to helper 3.
fn chain(constraints: &Value) -> Value {
    let [human, agent, helper] = [1, 2, 3].map(secret);
    let root = sign_grant(
        &json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519",
            "issuer": did(&human), "issuerKey": multi(&human),
            "subject": did(&agent), "subjectKey": multi(&agent),
            "capabilities": ["read:docs/**"], "constraints": constraints, "delegation": 1,
            "issued": NOW, "nonce": base64url::encode(&[7; 16]) }),
        &human,
    );
    let draft = json!({
        "algorithm": "ed25519", "issuerKey": multi(&agent),
        "subject": did(&helper), "subjectKey": multi(&helper),
        "capabilities": ["read:docs/a/*"], "delegation": 0,
        "issued": NOW, "nonce": base64url::encode(&[8; 16]) });
    let link = delegate(&json!([root]).to_string(), &draft.to_string()).unwrap();
    json!([root, sign_grant(&serde_json::from_str(&link).unwrap(), &agent)])
}

fn plain() -> Value {
    chain(&json!({}))
}

fn ids(chain: &Value) -> Vec<String> {
    Chain::from_json(&chain.to_string()).unwrap().ids().to_vec()
}

fn options(complete: bool) -> Options {
    Options { complete, ..Options::at(UnixSeconds(NOW)) }
}

fn revocation(by: &SecretKey, id: &str, effective: u64) -> Value {
    sign_grant(
        &json!({
            "type": "countersign/grant-revocation/v1", "algorithm": "ed25519",
            "grant": id, "revoker": did(by), "key": multi(by),
            "issued": NOW, "effective": effective }),
        by,
    )
}

fn list(by: &SecretKey, ids: &[&str], (issued, next): (u64, u64)) -> Value {
    sign_grant(
        &json!({
            "type": "countersign/grant-status-list/v1", "algorithm": "ed25519",
            "issuer": did(by), "key": multi(by), "issued": issued, "nextUpdate": next,
            "revoked": status::encode_ids(ids).unwrap() }),
        by,
    )
}

/// What is found of revocation: the state as `(link, code)`, and what is passed over.
type Found = (Result<Option<(usize, &'static str)>, ()>, Vec<(usize, &'static str)>);

fn revoked(chain: &Value, records: &[Value], complete: bool) -> Found {
    let status = Status::from_frames(&frames(records)).unwrap();
    let report = verify_chain(&chain.to_string(), &pinned(&secret(1)), &options(complete), &status);
    let state = match report.state(Fact::Revocation) {
        State::Ok => Ok(None),
        State::Refused { place, error } => Ok(Some((*place, error.code()))),
        State::Unchecked => Err(()),
    };
    let printed: Value = serde_json::from_str(&report.to_json()).unwrap();
    for (row, (place, error)) in printed["ignored"].as_array().unwrap().iter().zip(&report.ignored)
    {
        assert_eq!(row["record"], *place);
        assert_eq!((&row["state"], &row["code"]), (&json!(error.state()), &json!(error.code())));
    }
    (state, report.ignored.iter().map(|(place, error)| (*place, error.code())).collect())
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
    let later = Options { complete: false, ..Options::at(UnixSeconds(NOW + 5)) };
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
}

fn expected(more: &Value, body: &[u8]) -> Expected {
    let mut options =
        json!({ "audience": AUDIENCE, "now": NOW, "nonce": base64url::encode(&[5; 16]) });
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Expected::from_json(&options.to_string(), body).unwrap()
}

fn present(chain: &Value, by: &SecretKey, more: &Value, body: &[u8]) -> Result<String, Error> {
    let mut draft = json!({
        "algorithm": "ed25519", "key": multi(by), "audience": AUDIENCE,
        "nonce": base64url::encode(&[5; 16]), "issued": NOW, "lifetime": 60 });
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let record = grant::present(&chain.to_string(), &draft.to_string(), body)?;
    Ok(sign_grant(&serde_json::from_str(&record).unwrap(), by).to_string())
}

#[test]
fn the_holder_shows_that_it_holds_the_last_key() {
    let (chain, helper) = (plain(), secret(3));
    let judge = |shown: &str, expected: &Expected| {
        let trust = Trust::default();
        verify_presentation(shown, &chain.to_string(), &trust, expected)
            .map_err(|error| error.code())
    };
    let none = json!({});
    let shown = present(&chain, &helper, &none, b"").unwrap();
    let facts: Value =
        serde_json::from_str(&judge(&shown, &expected(&none, b"")).unwrap()).unwrap();
    assert_eq!(facts["holder"], json!(did(&helper)));
    assert_eq!(facts["grant"], json!(ids(&chain)[1]));
    for (more, code) in [
        (json!({ "audience": "https://b.example" }), "ERR_GRANT_AUDIENCE"),
        (json!({ "nonce": base64url::encode(&[6; 16]) }), "ERR_GRANT_NONCE"),
        (json!({ "now": NOW - 61 }), "ERR_GRANT_NOT_YET"),
        (json!({ "now": NOW + 120 }), "ERR_GRANT_EXPIRED"),
        (json!({ "request": { "method": "GET", "url": AUDIENCE } }), "ERR_GRANT_REQUEST"),
    ] {
        assert_eq!(judge(&shown, &expected(&more, b"")), Err(code), "{more}");
    }
    let mut forged: Value = serde_json::from_str(&shown).unwrap();
    forged["expires"] = json!(NOW + 61);
    assert_eq!(judge(&forged.to_string(), &expected(&none, b"")), Err("ERR_GRANT_SIGNATURE"));
    assert_eq!(present(&chain, &secret(2), &none, b""), Err(Error::GrantHolder), "not the last");
    let other = sign_grant(
        &json!({
            "type": "countersign/grant-presentation/v1", "algorithm": "ed25519",
            "grant": ids(&chain)[1], "key": multi(&secret(2)), "audience": AUDIENCE,
            "nonce": base64url::encode(&[5; 16]), "issued": NOW, "expires": NOW + 60 }),
        &secret(2),
    );
    assert_eq!(judge(&other.to_string(), &expected(&none, b"")), Err("ERR_GRANT_HOLDER"));
    let parent = json!([chain[0]]);
    let above = present(&parent, &secret(2), &none, b"").unwrap();
    assert_eq!(judge(&above, &expected(&none, b"")), Err("ERR_GRANT_HOLDER"), "of another chain");
}

#[test]
fn a_holder_that_is_listed_shows_a_chain_only_as_it_is_listed() {
    let (chain, helper) = (plain(), secret(3));
    let shown = present(&chain, &helper, &json!({}), b"").unwrap();
    let (asked, expected) = (json!({ "audience": AUDIENCE }), expected(&json!({}), b""));
    let judge = |listed: TrustedKey| {
        let trust =
            Trust { keys: vec![pinned(&secret(1)).keys[0].clone(), listed], ..Trust::default() };
        let alone = verify_presentation(&shown, &chain.to_string(), &trust, &expected).map(drop);
        let report = act_with(&trust, &chain, &asked, Some(&shown));
        assert_eq!(alone, code(&report, Fact::Holder).map_err(|_| Error::GrantHolder));
        alone
    };
    let own = || TrustedKey::pinned(helper.public_key().clone());
    let ruled_out = Err(Error::GrantHolder);
    assert_eq!(judge(own()), Ok(()));
    let only = |purpose| TrustedKey { purposes: Some(vec![purpose]), ..own() };
    assert_eq!(judge(only(Purpose::CapabilityInvocation)), Ok(()));
    assert_eq!(judge(only(Purpose::Authentication)), ruled_out);
    // It was replaced by now, whatever it signed before.
    let until = |time| TrustedKey { until: Some(UnixSeconds(time)), ..own() };
    assert_eq!(judge(until(NOW + 1)), Ok(()));
    assert_eq!(judge(until(NOW)), ruled_out);
    assert_eq!(judge(TrustedKey { revoked: true, ..own() }), ruled_out);
    assert_eq!(judge(TrustedKey { controller: Some(did(&secret(4))), ..own() }), Ok(()), "its own");
}

#[test]
fn a_holder_shows_a_chain_with_the_algorithm_it_is_listed_for() {
    let own = SecretKey::from_bytes(KeyType::Secp256k1, &[7; 32]).unwrap();
    let holder = did::key::from_public_key(own.public_key()).unwrap().to_string();
    let root = sign_grant(
        &json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519",
            "issuer": did(&secret(1)), "issuerKey": multi(&secret(1)),
            "subject": holder, "subjectKey": multi(&own),
            "capabilities": ["read:docs/**"], "constraints": {}, "delegation": 0,
            "issued": NOW, "nonce": base64url::encode(&[7; 16]) }),
        &secret(1),
    );
    let chain = json!([root]);
    let only = |algorithm| TrustedKey {
        algorithm: Some(algorithm),
        ..TrustedKey::pinned(own.public_key().clone())
    };
    let (sha, keccak) = (Algorithm::Secp256k1Sha256, Algorithm::Secp256k1Keccak256);
    for (used, listed, want) in [
        (sha, sha, Ok(())),
        (keccak, keccak, Ok(())),
        (sha, keccak, Err("ERR_GRANT_HOLDER")),
        (keccak, sha, Err("ERR_GRANT_HOLDER")),
    ] {
        let draft = json!({ "algorithm": used.as_str(), "key": multi(&own), "audience": AUDIENCE,
            "nonce": base64url::encode(&[5; 16]), "issued": NOW, "lifetime": 60 });
        let record = grant::present(&chain.to_string(), &draft.to_string(), b"").unwrap();
        let shown = sign_record(&record, &own, grant::unsigned).to_string();
        let trust = Trust {
            keys: vec![pinned(&secret(1)).keys[0].clone(), only(listed)],
            ..Trust::default()
        };
        let report = act_with(&trust, &chain, &json!({ "audience": AUDIENCE }), Some(&shown));
        assert_eq!(code(&report, Fact::Holder), want, "{used:?} {listed:?}");
        assert_eq!(code(&report, Fact::Root), Ok(()));
    }
}

#[test]
fn a_presentation_can_be_for_one_request() {
    let (chain, helper) = (plain(), secret(3));
    let request = json!({ "request": { "method": "POST", "url": "https://a.example/docs" } });
    let shown = present(&chain, &helper, &request, b"body").unwrap();
    let judge = |more: &Value, body: &[u8]| {
        let expected = expected(more, body);
        verify_presentation(&shown, &chain.to_string(), &Trust::default(), &expected).map(drop)
    };
    assert_eq!(judge(&request, b"body"), Ok(()));
    assert_eq!(judge(&request, b"other"), Err(Error::GrantRequest), "another body");
    assert_eq!(judge(&json!({}), b"body"), Err(Error::GrantRequest), "no request");
    for (method, url) in [("GET", "https://a.example/docs"), ("POST", "https://a.example/other")] {
        let other = json!({ "request": { "method": method, "url": url } });
        assert_eq!(judge(&other, b"body"), Err(Error::GrantRequest), "{method} {url}");
    }
}

fn act(chain: &Value, more: &Value, shown: Option<&str>) -> Report {
    act_with(&pinned(&secret(1)), chain, more, shown)
}

fn act_with(trust: &Trust, chain: &Value, more: &Value, shown: Option<&str>) -> Report {
    let mut asked = json!({ "now": NOW, "complete": true, "capability": "read:docs/a/x" });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (options, action) = Options::from_json(&asked.to_string()).unwrap();
    let expected = expected(&json!({}), b"");
    let presented = shown.map(|text| Presented { text, expected: &expected });
    let text = chain.to_string();
    authorize(&text, trust, &options, &Status::default(), &action.unwrap(), presented)
}

fn code(report: &Report, fact: Fact) -> Result<(), &'static str> {
    match report.state(fact) {
        State::Ok => Ok(()),
        State::Refused { error, .. } => Err(error.code()),
        State::Unchecked => Err("unchecked"),
    }
}

#[test]
fn an_action_needs_every_link() {
    let chain = chain(&json!({ "audience": [AUDIENCE], "network": ["192.0.2.0/24"], "uses": 2,
        "custom": { "region": "eu" } }));
    let both = json!([{ "link": 0, "name": "region", "holds": true }, { "link": 1, "name": "region", "holds": true }]);
    let good = json!({ "audience": AUDIENCE, "address": "192.0.2.7", "custom": both });
    let shown = present(&chain, &secret(3), &json!({}), b"").unwrap();
    let report = act(&chain, &good, Some(&shown));
    assert_eq!(report.require(&[Fact::Uses]), Ok(()));
    assert_eq!(report.require(&[]).unwrap_err().code(), "ERR_FACT_UNCHECKED", "nobody counted");
    assert_eq!(report.counted.len(), 2);
    let use_of_link = Counted { id: ids(&chain)[1].clone(), limit: 2, expires: None };
    assert_eq!(report.counted[1], use_of_link);
    let with = |more: Value| {
        let mut all = good.clone();
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        act(&chain, &all, None)
    };
    let refused = |more: Value, fact, want| assert_eq!(code(&with(more), fact), Err(want));
    refused(json!({ "capability": "read:docs/b/x" }), Fact::Capability, "ERR_GRANT_CAPABILITY");
    refused(json!({ "capability": "write:docs/a/x" }), Fact::Capability, "ERR_GRANT_CAPABILITY");
    refused(json!({ "audience": "https://b.example" }), Fact::Audience, "ERR_GRANT_AUDIENCE");
    refused(json!({ "address": "192.0.3.7" }), Fact::Network, "ERR_GRANT_NETWORK");
    refused(json!({ "address": "2001:db8::1" }), Fact::Network, "ERR_GRANT_NETWORK");
    assert_eq!(code(&with(json!({ "address": "::ffff:192.0.2.7" })), Fact::Network), Ok(()));
    refused(json!({ "custom": [] }), Fact::Custom, "ERR_GRANT_CONSTRAINT");
    refused(json!({ "custom": [both[0]] }), Fact::Custom, "ERR_GRANT_CONSTRAINT");
    let no = json!([both[0], { "link": 1, "name": "region", "holds": false }]);
    refused(json!({ "custom": no }), Fact::Custom, "ERR_GRANT_CONSTRAINT");
    let bare = act(&chain, &json!({ "custom": both }), None);
    assert_eq!(code(&bare, Fact::Audience), Err("unchecked"));
    assert_eq!(code(&bare, Fact::Network), Err("unchecked"));
    assert_eq!(code(&bare, Fact::Holder), Err("unchecked"));
    let stolen = present(&json!([chain[0]]), &secret(2), &json!({}), b"").unwrap();
    assert_eq!(code(&act(&chain, &good, Some(&stolen)), Fact::Holder), Err("ERR_GRANT_HOLDER"));
    assert!(code(&act(&chain, &good, Some("{}")), Fact::Holder).is_err());
    let broken = act(&json!([]), &good, None);
    assert_eq!(code(&broken, Fact::Capability), Err("unchecked"));
    assert!(broken.require(&Fact::ACTION).is_err());
}

#[test]
fn a_key_that_is_known_to_be_the_clients_holds_too() {
    let chain = plain();
    let holder =
        |by: &SecretKey| code(&act(&chain, &json!({ "holder": multi(by) }), None), Fact::Holder);
    assert_eq!(holder(&secret(3)), Ok(()));
    assert_eq!(holder(&secret(2)), Err("ERR_GRANT_HOLDER"));
}

#[test]
fn a_chain_travels_in_a_header() {
    let (chain, none) = (plain(), json!({}));
    let shown = present(&chain, &secret(3), &none, b"").unwrap();
    let field = header::to_header(&chain.to_string(), &shown).unwrap();
    assert!(field.len() < 4096, "{}", field.len());
    let read: Value = serde_json::from_str(&header::from_header(&field).unwrap()).unwrap();
    assert_eq!((&read["chain"], read["presentation"].to_string()), (&chain, shown));
    let bare = header::to_header(&chain.to_string(), "").unwrap();
    assert!(!header::from_header(&bare).unwrap().contains("presentation"));
    let field = |text: &str| format!(":{}:", base64::encode(text.as_bytes()));
    for (text, want) in [
        ("", "ERR_GRANT_MALFORMED"),
        (":", "ERR_GRANT_MALFORMED"),
        ("e30=", "ERR_GRANT_MALFORMED"),
        (":e30:", "ERR_ENCODING_MALFORMED"),
        (&field("{}"), "ERR_GRANT_MALFORMED"),
        (&field(r#"{"chain":{}}"#), "ERR_GRANT_MALFORMED"),
        (&field(r#"{"chain":[],"presentation":[]}"#), "ERR_GRANT_MALFORMED"),
        (&field(r#"{"chain":[],"more":1}"#), "ERR_GRANT_MALFORMED"),
        (&field(r#"{"chain":[],"chain":[]}"#), "ERR_JSON_DUPLICATE"),
        (&"A".repeat(70_000), "ERR_LIMIT_EXCEEDED"),
    ] {
        assert_eq!(header::from_header(text).unwrap_err().code(), want, "{text:.40}");
    }
}

#[test]
fn options_are_strict() {
    for (text, want) in [
        ("{}", "ERR_POLICY_MALFORMED"),
        (r#"{"now":1,"uses":1}"#, "ERR_POLICY_MALFORMED"),
        (r#"{"now":1,"purpose":"x"}"#, "ERR_TRUST_MALFORMED"),
        (r#"{"now":1,"capability":"*:a"}"#, "ERR_CAPABILITY_WILDCARD"),
        (r#"{"now":1,"capability":"read:a","address":"a.example"}"#, "ERR_POLICY_MALFORMED"),
        (r#"{"now":1,"capability":"read:a","custom":[{}]}"#, "ERR_POLICY_MALFORMED"),
    ] {
        assert_eq!(Options::from_json(text).unwrap_err().code(), want, "{text}");
    }
}

#[test]
fn a_single_grant_is_a_root() {
    let chain = plain();
    let judge = |grant: &Value| {
        verify(&grant.to_string(), &pinned(&secret(1)), &options(false), &Status::default())
            .map(drop)
    };
    assert_eq!(judge(&chain[0]), Ok(()));
    assert_eq!(judge(&chain[1]), Err(Error::GrantRoot));
    let two = format!("{},{}", chain[0], chain[1]);
    assert!(verify(&two, &pinned(&secret(1)), &options(false), &Status::default()).is_err());
}

#[test]
fn the_subject_takes_a_grant() {
    let (chain, [agent, helper]) = (plain(), [2, 3].map(secret));
    let root = chain[0].to_string();
    let draft = |by: &SecretKey| {
        json!({ "algorithm": "ed25519", "key": multi(by), "issued": NOW }).to_string()
    };
    let record = grant::acknowledge(&root, &draft(&agent)).unwrap();
    let taken = sign_grant(&serde_json::from_str(&record).unwrap(), &agent);
    assert_eq!(verify_acknowledgement(&taken.to_string(), &root), Ok(()));
    assert_eq!(grant::acknowledge(&root, &draft(&helper)), Err(Error::GrantHolder));
    let other = verify_acknowledgement(&taken.to_string(), &chain[1].to_string());
    assert_eq!(other, Err(Error::GrantParent));
    let mut forged = taken.clone();
    forged["issued"] = json!(1);
    let forged = verify_acknowledgement(&forged.to_string(), &root);
    assert_eq!(forged, Err(Error::GrantSignature));
    let mut named = taken;
    named["key"] = multi(&helper).into();
    assert_eq!(verify_acknowledgement(&named.to_string(), &root), Err(Error::GrantHolder));
}

#[test]
fn blocks_hold_their_addresses() {
    let block = |text: &str| text.parse::<Block>().unwrap();
    let address = |text: &str| text.parse::<IpAddr>().unwrap();
    for (outer, inner, want) in [
        ("0.0.0.0/0", "255.255.255.255", true),
        ("0.0.0.0/0", "2001:db8::1", false),
        ("::/0", "2001:db8::1", true),
        ("::/0", "192.0.2.1", false),
        ("192.0.2.1/32", "192.0.2.1", true),
        ("192.0.2.0/31", "192.0.2.2", false),
        ("2001:db8::/33", "2001:db8:8000::", false),
        ("192.0.2.0/24", "::ffff:192.0.2.9", true),
    ] {
        assert_eq!(block(outer).contains(address(inner)), want, "{outer} {inner}");
    }
    assert!(block("192.0.0.0/16").contains_block(&block("192.0.2.0/24")));
    assert!(!block("192.0.2.0/24").contains_block(&block("192.0.0.0/16")));
    assert!(!block("::/0").contains_block(&block("192.0.2.0/24")));
}
