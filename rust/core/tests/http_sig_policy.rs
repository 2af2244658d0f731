//! What each profile asks of a signature, at both sides of every limit.

use countersign_core::{
    http_sig::{Keys, Message, Policy, choose_to_json, prepare, verify},
    keys::{Algorithm, KeyType, SecretKey, jwk},
    trust::{Trust, TrustedKey},
};
use serde_json::{Value, json};

const NOW: u64 = 1_760_000_000;
const DAY: u64 = 86_400;

/// Each profile, its tag, and its greatest age and lifetime in seconds.
const PROFILES: [(&str, &str, u64, u64); 7] = [
    ("rfc9421", "", 300, DAY),
    ("sage", "", 300, DAY),
    ("mcp", "", 300, DAY),
    ("web-bot-auth", "web-bot-auth", DAY, DAY),
    ("web-bot-auth-directory", "http-message-signatures-directory", DAY, DAY),
    ("tap-browser", "agent-browser-auth", 480, 480),
    ("tap-payer", "agent-payer-auth", 480, 480),
];

const STANDARD: [&str; 3] = ["rfc9421", "sage", "mcp"];
const TAP: [&str; 2] = ["tap-browser", "tap-payer"];

/// A signature by its parameters, in the order that SAGE needs.
#[derive(Clone, Copy, Default)]
struct Said<'a> {
    keyid: Option<&'a str>,
    alg: Option<&'a str>,
    created: Option<u64>,
    expires: Option<u64>,
    nonce: Option<&'a str>,
    tag: Option<&'a str>,
}

impl Said<'_> {
    fn to_text(self) -> String {
        let text = |name: &str, value: Option<&str>| {
            value.map_or_else(String::new, |value| format!(";{name}=\"{value}\""))
        };
        let time = |name: &str, value: Option<u64>| {
            value.map_or_else(String::new, |value| format!(";{name}={value}"))
        };
        [
            text("keyid", self.keyid),
            text("alg", self.alg),
            time("created", self.created),
            time("expires", self.expires),
            text("nonce", self.nonce),
            text("tag", self.tag),
        ]
        .concat()
    }
}

/// Everything that the profile asks for.
fn whole(profile: &str) -> Said<'static> {
    let (_, tag, ..) = PROFILES.into_iter().find(|(name, ..)| *name == profile).unwrap();
    Said {
        keyid: Some("k"),
        alg: None,
        created: Some(NOW),
        expires: Some(NOW + 60),
        nonce: Some("n"),
        tag: Some(tag).filter(|tag| !tag.is_empty()),
    }
}

fn policy(profile: &str, members: &Value) -> Policy {
    let mut all = json!({ "now": NOW, "profile": profile });
    for (name, value) in members.as_object().unwrap() {
        all[name] = value.clone();
    }
    Policy::from_json(&all.to_string()).unwrap()
}

/// What the parameters alone decide: `ok`, or the code.
fn verdict(profile: &str, said: Said<'_>, members: &Value) -> &'static str {
    let message = json!({ "kind": "request", "method": "GET", "url": "https://a.example/",
        "headers": [["Signature-Input", format!("s=(){}", said.to_text())], ["Signature", "s=:AA==:"]] });
    let message = Message::from_json(&message.to_string()).unwrap();
    let given = policy(profile, members);
    choose_to_json(&message, &given).map_or_else(|error| error.code(), |_| "ok")
}

#[test]
fn what_a_profile_asks_for_is_enough() {
    for (profile, ..) in PROFILES {
        assert_eq!(verdict(profile, whole(profile), &json!({})), "ok", "{profile}");
    }
}

#[test]
fn the_name_of_the_key() {
    for (profile, ..) in PROFILES {
        let said = Said { keyid: None, ..whole(profile) };
        let free = ["rfc9421", "sage"].contains(&profile);
        let want = if free { "ok" } else { "ERR_HTTP_SIG_PARAMETER" };
        assert_eq!(verdict(profile, said, &json!({})), want, "{profile}");
    }
}

#[test]
fn the_nonce() {
    for (profile, ..) in PROFILES {
        for nonce in [None, Some("")] {
            let said = Said { nonce, ..whole(profile) };
            let want = if TAP.contains(&profile) { "ERR_HTTP_SIG_NONCE" } else { "ok" };
            for given in [json!({}), json!({ "requireNonce": false })] {
                assert_eq!(verdict(profile, said, &given), want, "{profile} {given}");
            }
            let given = json!({ "requireNonce": true });
            assert_eq!(verdict(profile, said, &given), "ERR_HTTP_SIG_NONCE", "{profile}");
        }
        let given = json!({ "requireNonce": true });
        assert_eq!(verdict(profile, whole(profile), &given), "ok", "{profile}");
    }
}

#[test]
fn the_tag() {
    for (profile, tag, ..) in PROFILES {
        let other = Said { tag: Some("other"), ..whole(profile) };
        let none = Said { tag: None, ..whole(profile) };
        // A label chooses before the tag does.
        for given in [json!({}), json!({ "label": "s" })] {
            // SAGE would not sign a tag.
            let unread = if profile == "sage" { "ERR_HTTP_SIG_PARAMETER" } else { "ok" };
            let want = if tag.is_empty() { [unread, "ok"] } else { ["ERR_HTTP_SIG_TAG"; 2] };
            assert_eq!([other, none].map(|said| verdict(profile, said, &given)), want, "{profile}");
        }
    }
    let wanted = json!({ "tag": "other", "label": "s" });
    let said = |tag| Said { tag, ..whole("rfc9421") };
    assert_eq!(verdict("rfc9421", said(Some("other")), &wanted), "ok");
    assert_eq!(verdict("rfc9421", said(Some("else")), &wanted), "ERR_HTTP_SIG_TAG");
    assert_eq!(verdict("rfc9421", said(None), &wanted), "ERR_HTTP_SIG_TAG");
}

#[test]
fn times_that_are_missing() {
    for (profile, ..) in PROFILES {
        let said = Said { expires: None, ..whole(profile) };
        let want = if STANDARD.contains(&profile) { "ok" } else { "ERR_HTTP_SIG_TIME" };
        for given in [json!({}), json!({ "requireExpires": false })] {
            assert_eq!(verdict(profile, said, &given), want, "{profile} {given}");
        }
        let given = json!({ "requireExpires": true });
        assert_eq!(verdict(profile, said, &given), "ERR_HTTP_SIG_TIME", "{profile}");
        assert_eq!(verdict(profile, whole(profile), &given), "ok", "{profile}");

        let said = Said { created: None, ..whole(profile) };
        for given in [json!({}), json!({ "allowMissingCreated": false })] {
            assert_eq!(verdict(profile, said, &given), "ERR_HTTP_SIG_TIME", "{profile} {given}");
        }
        let given = json!({ "allowMissingCreated": true });
        assert_eq!(verdict(profile, said, &given), "ok", "{profile}");
    }
}

#[test]
fn a_start_is_inclusive_and_an_end_exclusive() {
    for (profile, _, _, lifetime) in PROFILES {
        let at = |created: u64, expires: u64| {
            let said = Said { created: Some(created), expires: Some(expires), ..whole(profile) };
            verdict(profile, said, &json!({}))
        };
        assert_eq!(at(NOW + 60, NOW + 61), "ok", "{profile}");
        assert_eq!(at(NOW + 61, NOW + 62), "ERR_HTTP_SIG_NOT_YET", "{profile}");
        assert_eq!(at(NOW - 100, NOW - 59), "ok", "{profile}");
        assert_eq!(at(NOW - 100, NOW - 60), "ERR_HTTP_SIG_EXPIRED", "{profile}");
        assert_eq!(at(NOW, NOW + 1), "ok", "{profile}");
        assert_eq!(at(NOW, NOW), "ERR_HTTP_SIG_TIME", "{profile}");
        assert_eq!(at(NOW, NOW - 1), "ERR_HTTP_SIG_TIME", "{profile}");
        assert_eq!(at(NOW, NOW + lifetime), "ok", "{profile}");
        assert_eq!(at(NOW, NOW + lifetime + 1), "ERR_HTTP_SIG_TIME", "{profile}");
    }
}

#[test]
fn every_profile_has_a_greatest_age() {
    for (profile, _, age, _) in PROFILES {
        let at = |made: u64, given: &Value| {
            let said = Said { created: Some(NOW - made), expires: Some(NOW + 1), ..whole(profile) };
            verdict(profile, said, given)
        };
        let long = json!({ "maxLifetime": 1_000_000_000 });
        assert_eq!(at(age + 59, &long), "ok", "{profile}");
        assert_eq!(at(age + 60, &long), "ERR_HTTP_SIG_TOO_OLD", "{profile}");
        let old = json!({ "maxLifetime": 1_000_000_000, "maxAge": 1_000_000, "skew": 0 });
        assert_eq!(at(999_999, &old), "ok", "{profile}");
        assert_eq!(at(1_000_000, &old), "ERR_HTTP_SIG_TOO_OLD", "{profile}");
    }
}

#[test]
fn a_signature_without_created_holds_no_longer_from_now() {
    for (profile, _, _, lifetime) in PROFILES {
        let at = |expires: u64| {
            let said = Said { created: None, expires: Some(expires), ..whole(profile) };
            verdict(profile, said, &json!({ "allowMissingCreated": true, "replay": true }))
        };
        assert_eq!(at(NOW + 60 + lifetime), "ok", "{profile}");
        assert_eq!(at(NOW + 60 + lifetime + 1), "ERR_HTTP_SIG_TIME", "{profile}");
        assert_eq!(at(8_000_000_000_000), "ERR_HTTP_SIG_TIME", "{profile}");
        assert_eq!(at(NOW - 59), "ok", "{profile}");
        assert_eq!(at(NOW - 60), "ERR_HTTP_SIG_EXPIRED", "{profile}");
    }
}

#[test]
fn a_mark_needs_an_end() {
    let none = Said { created: None, expires: None, ..whole("rfc9421") };
    let free = |replay: bool| json!({ "allowMissingCreated": true, "replay": replay });
    assert_eq!(verdict("rfc9421", none, &free(true)), "ERR_HTTP_SIG_TIME");
    assert_eq!(verdict("rfc9421", none, &free(false)), "ok");
    for said in [Said { created: Some(NOW), ..none }, Said { expires: Some(NOW + 9), ..none }] {
        assert_eq!(verdict("rfc9421", said, &free(true)), "ok");
    }
}

#[test]
fn names_of_algorithms() {
    let at = |profile: &str, alg: &str, given: &Value| {
        verdict(profile, Said { alg: Some(alg), ..whole(profile) }, given)
    };
    let refused = "ERR_HTTP_SIG_ALGORITHM";
    let sha256k1 = "ecdsa-secp256k1-sha256";
    for (profile, ..) in PROFILES {
        let sage = profile == "sage";
        let any = json!({});
        assert_eq!(at(profile, "ed25519", &any), "ok", "{profile}");
        assert_eq!(at(profile, "ecdsa-p256-sha256", &any), "ok", "{profile}");
        assert_eq!(at(profile, "es256k", &any), if sage { "ok" } else { refused }, "{profile}");
        assert_eq!(at(profile, sha256k1, &any), if sage { refused } else { "ok" }, "{profile}");
        let upper = if TAP.contains(&profile) { "ok" } else { refused };
        assert_eq!(at(profile, "Ed25519", &any), upper, "{profile}");
        let shared = if profile == "rfc9421" { "ok" } else { refused };
        assert_eq!(at(profile, "hmac-sha256", &any), shared, "{profile}");
        assert_eq!(at(profile, "rsa", &any), refused, "{profile}");
        let one = json!({ "algorithms": ["ed25519"] });
        assert_eq!(at(profile, "ed25519", &one), "ok", "{profile}");
        assert_eq!(at(profile, "ecdsa-p256-sha256", &one), refused, "{profile}");
        assert_eq!(at(profile, "hmac-sha256", &one), refused, "{profile}");
    }
}

/// A message as a signer of the profile makes it, and what its verifier says: the facts, or the code.
fn judged(profile: &str, made: &Value, body: &[u8], given: &Value) -> Result<Value, &'static str> {
    let key = SecretKey::from_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let mut message = if profile == "web-bot-auth-directory" {
        let request = json!({ "kind": "request", "method": "GET", "url": "https://a.example/", "headers": [] });
        json!({ "kind": "response", "status": 200, "headers": [], "request": request })
    } else {
        json!({ "kind": "request", "method": "POST", "url": "https://a.example/", "headers": [] })
    };
    let mut options = json!({ "profile": profile, "created": NOW, "expires": NOW + 100, "nonce": "n",
        "keyid": jwk::thumbprint(key.public_key()), "algorithm": "ed25519" });
    for (name, value) in made.as_object().unwrap() {
        options[name] = value.clone();
    }
    options.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    let read = |message: &Value| Message::from_json(&message.to_string()).unwrap();
    let prepared = prepare(read(&message), body, &options.to_string()).unwrap();
    let signature = key.sign(Algorithm::Ed25519, prepared.base().as_bytes()).unwrap();
    let fields: Vec<Value> = serde_json::from_str(&prepared.fields(&signature)).unwrap();
    message["headers"].as_array_mut().unwrap().extend(fields);
    let trust =
        Trust { keys: vec![TrustedKey::pinned(key.public_key().clone())], ..Trust::default() };
    verify(&read(&message), body, Keys::Trust(&trust), &policy(profile, given))
        .map(|facts| serde_json::from_str(&facts.to_json()).unwrap())
        .map_err(|error| error.code())
}

#[test]
fn a_body_that_is_not_covered() {
    let components = |profile: &str| match profile {
        "sage" => json!(["@method", "@path", "@query"]),
        "web-bot-auth-directory" => json!(["\"@authority\";req"]),
        _ => json!(["@method", "@authority", "@path", "@query"]),
    };
    // A signer of MCP makes none such, so its verifier is tried with a signature of the standard.
    for (profile, ..) in PROFILES.into_iter().filter(|(name, ..)| *name != "mcp") {
        let made = json!({ "components": components(profile) });
        let code = |given: &Value| judged(profile, &made, b"{}", given).err().unwrap_or("ok");
        let free = !STANDARD.contains(&profile);
        let want = if free { "ok" } else { "ERR_HTTP_SIG_UNCOVERED" };
        for given in [json!({}), json!({ "allowUncoveredBody": false })] {
            assert_eq!(code(&given), want, "{profile} {given}");
        }
        assert_eq!(code(&json!({ "allowUncoveredBody": true })), "ok", "{profile}");
    }
    let made = json!({ "profile": "rfc9421", "components": components("mcp") });
    let code = |given: &Value| judged("mcp", &made, b"{}", given).err().unwrap_or("ok");
    assert_eq!(code(&json!({})), "ERR_HTTP_SIG_UNCOVERED");
    assert_eq!(code(&json!({ "allowUncoveredBody": true })), "ok");
}

#[test]
fn a_mark_ends_when_the_signature_is_refused_for_its_time() {
    let until = |profile: &str, made: &Value, given: &Value| {
        let mut given = given.clone();
        given["replay"] = true.into();
        judged(profile, made, b"", &given).unwrap()["replay"]["until"].clone()
    };
    for (profile, _, age, _) in PROFILES {
        assert_eq!(until(profile, &json!({}), &json!({})), NOW + 160, "{profile}");
        if STANDARD.contains(&profile) {
            let none = json!({ "expires": null });
            assert_eq!(until(profile, &none, &json!({})), NOW + age + 60, "{profile}");
        }
        let short = json!({ "maxAge": 10, "skew": 5 });
        assert_eq!(until(profile, &json!({}), &short), NOW + 15, "{profile}");
    }
    // The latest time that a host can hold.
    let endless = json!({ "maxAge": 9_007_199_254_740_991_u64 });
    let last = until("rfc9421", &json!({ "expires": null }), &endless);
    assert_eq!(last, 9_007_199_254_740_991_u64);
}

#[test]
fn a_longer_life_is_for_the_signer_to_write_and_for_the_verifier_to_take() {
    for (profile, ..) in PROFILES.into_iter().filter(|(name, ..)| !TAP.contains(name)) {
        let made = json!({ "expires": NOW + DAY + 1 });
        let code = |given: &Value| judged(profile, &made, b"", given).err().unwrap_or("ok");
        assert_eq!(code(&json!({})), "ERR_HTTP_SIG_TIME", "{profile}");
        assert_eq!(code(&json!({ "maxLifetime": DAY + 1 })), "ok", "{profile}");
    }
}

#[test]
fn policies_that_are_none() {
    for (members, code) in [
        (json!({ "now": "soon" }), "ERR_POLICY_MALFORMED"),
        (json!({ "profile": "other" }), "ERR_POLICY_MALFORMED"),
        (json!({ "maxage": 1 }), "ERR_POLICY_MALFORMED"),
        (json!({ "maxAge": -1 }), "ERR_POLICY_MALFORMED"),
        (json!({ "maxLifetime": 1.5 }), "ERR_POLICY_MALFORMED"),
        (json!({ "skew": "1" }), "ERR_POLICY_MALFORMED"),
        (json!({ "requireNonce": 1 }), "ERR_POLICY_MALFORMED"),
        (json!({ "maxChecks": 0 }), "ERR_ARGUMENT"),
        (json!({ "maxChecks": 4097 }), "ERR_ARGUMENT"),
        (json!({ "algorithms": ["rsa"] }), "ERR_HTTP_SIG_ALGORITHM"),
        (json!({ "purpose": "other" }), "ERR_TRUST_MALFORMED"),
        (json!({ "required": ["@other"] }), "ERR_HTTP_SIG_COMPONENT"),
    ] {
        let mut all = json!({ "now": NOW });
        for (name, value) in members.as_object().unwrap() {
            all[name] = value.clone();
        }
        let error = Policy::from_json(&all.to_string()).err().map(|error| error.code());
        assert_eq!(error, Some(code), "{members}");
    }
    assert_eq!(
        Policy::from_json("{}").err().map(|error| error.code()),
        Some("ERR_POLICY_MALFORMED")
    );
}
