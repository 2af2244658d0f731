//! Grants in use: revocation, lists, presentations, actions, acknowledgements.

use core::net::IpAddr;

use countersign_core::{
    Error,
    did::{self, Purpose},
    encoding::{base64, base64url},
    grant::{
        self, Counted, Expected, Fact, Options, Presented, Report, Status, authorize, header,
        network::Block, verify, verify_acknowledgement, verify_presentation,
    },
    keys::{Algorithm, KeyType, SecretKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::{pinned, sign_grant, sign_record, tree},
};
use serde_json::{Value, json};

use crate::support::grant_use::{NOW, chain_under, code, ids, options, plain};

const AUDIENCE: &str = "https://a.example";

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
fn the_digest_of_a_body_stands_in_a_request_alone() {
    let (chain, helper) = (plain(), secret(3));
    for request in [json!([{}]), json!([[], { "x": {} }]), json!("x"), json!(1)] {
        let (key, issued) = (multi(&helper), NOW);
        let draft = json!({ "key": key, "issued": issued, "lifetime": 60, "request": request });
        let made = grant::present(&chain.to_string(), &draft.to_string(), b"").unwrap();
        assert_eq!(tree(&made)["request"], request);
    }
    let request = json!({ "method": "GET", "url": "https://a.example/", "body": "AAAA" });
    let more = json!({ "request": request });
    let want = json!({ "request": { "method": "GET", "url": "https://a.example/" } });
    assert_eq!(expected(&more, b"x"), expected(&want, b"x"), "the digest is that of the body");
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
    let asked = expected(&json!({ "nonce": base64url::encode(&[6; 16]) }), b"");
    let other = verify_presentation(&shown, &chain.to_string(), &Trust::default(), &asked);
    let nonce: Value = serde_json::from_str(&shown).unwrap();
    let got = nonce["nonce"].as_str().unwrap().to_owned();
    assert_eq!(other.unwrap_err(), Error::GrantNonce(got));
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
    assert_eq!(judge(&request, b"other"), Err(Error::GrantRequest("body")), "another body");
    assert_eq!(judge(&json!({}), b"body"), Err(Error::GrantRequest("request")), "no request");
    for (method, url, member) in
        [("GET", "https://a.example/docs", "method"), ("POST", "https://a.example/other", "url")]
    {
        let other = json!({ "request": { "method": method, "url": url } });
        assert_eq!(judge(&other, b"body"), Err(Error::GrantRequest(member)), "{method} {url}");
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

#[test]
fn an_action_needs_every_link() {
    let chain =
        chain_under(&json!({ "audience": [AUDIENCE], "network": ["192.0.2.0/24"], "uses": 2,
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
