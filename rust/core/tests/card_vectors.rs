//! Agent cards: the signed vectors, and cards as published.

use std::fs;

use countersign_core::{
    Error,
    card::{self, Detected, Reading, Verified, VerifyOptions, reading::Unknown},
    keys::jwk,
    trust::Trust,
};
use countersign_testkit::{keys::trust_in, records::document, vector_path, vectors};
use serde_json::{Value, json};

const SIGNED: &str = "a2a-cards/a2a-card-sign-v01";

fn signed_vectors() -> Vec<Value> {
    let groups = ["s0-control", "s1-default-valued", "s2-absent-required"];
    let groups = groups.into_iter().chain(["s3-unknown-fields", "s4-dual-name"]);
    let files = groups.flat_map(|group| {
        let folder = vector_path(&format!("{SIGNED}/{group}"));
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
    });
    files.map(|path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap()).collect()
}

fn test_key() -> Trust {
    let jwk = &vectors(&format!("{SIGNED}/testkey_jwks.json"))["keys"][0];
    trust_in(jwk["kid"].as_str(), jwk::public_from_json(document(&bare(jwk)).root()).unwrap())
}

/// The members that make the key.
fn bare(jwk: &Value) -> Value {
    json!({ "kty": jwk["kty"], "crv": jwk["crv"], "x": jwk["x"], "y": jwk["y"] })
}

fn names(vector: &Value, member: &str) -> Vec<String> {
    vector[member].as_array().unwrap().iter().map(|n| n.as_str().unwrap().to_owned()).collect()
}

fn verify_under(card: &Value, reading: Reading) -> Result<Verified, Error> {
    let options = VerifyOptions { reading, ..VerifyOptions::default() };
    card::verify(card.to_string().as_bytes(), &test_key(), options)
}

fn detected(card: &Value) -> Detected {
    card::detect(&card::parse(card.to_string().as_bytes(), false).unwrap())
}

#[test]
fn signed_vectors_are_accepted_under_their_readings_only() {
    for vector in signed_vectors() {
        let (id, served) = (&vector["id"], &vector["served_card"]);
        for name in names(&vector, "accept_under") {
            let verified = verify_under(served, Reading::from_name(&name).unwrap());
            assert!(verified.is_ok(), "{id} under {name}: {verified:?}");
        }
        for name in names(&vector, "reject_under") {
            let refused = verify_under(served, Reading::from_name(&name).unwrap());
            assert!(refused.is_err(), "{id} under {name}");
        }
    }
}

#[test]
fn the_payload_is_the_recorded_one() {
    for vector in signed_vectors() {
        let card = vector["served_card"].to_string();
        let card = card::parse(card.as_bytes(), false).unwrap();
        for name in names(&vector, "accept_under") {
            let payload = Reading::from_name(&name).unwrap().payload(&card).unwrap();
            let hex = countersign_core::encoding::hex::encode(payload.text.as_bytes());
            assert_eq!(hex, vector["canonical_utf8_hex"], "{} under {name}", vector["id"]);
        }
    }
}

#[test]
fn an_excluded_field_is_named_as_uncovered() {
    let vector = vectors(&format!("{SIGNED}/s3-unknown-fields/S3-T-011.json"));
    let reading = Reading { unknown: Unknown::Exclude, ..Reading::default() };
    let verified = verify_under(&vector["served_card"], reading).unwrap();
    assert_eq!(verified.uncovered(), ["/preferredTransport", "/protocolVersion", "/url"]);
    let card: Value = serde_json::from_str(verified.card()).unwrap();
    assert!(!card.as_object().unwrap().contains_key("url"));
    assert_eq!(verified.detected().legacy, ["preferredTransport", "protocolVersion", "url"]);
}

#[test]
fn the_example_of_the_specification_canonicalizes_as_printed() {
    let example = vectors("a2a-cards/spec_8.4.1_worked_example.json");
    let text = card::canonicalize(&example["input"].to_string(), "{}").unwrap();
    assert_eq!(text, example["canonical"].as_str().unwrap());
}

#[test]
fn published_cards_are_classified() {
    for (file, card) in published() {
        let expected = match file.split("__").last().unwrap() {
            "agent-card.json" if file.starts_with("HiitCat") => "unknown",
            "agent-card.json" => "0.3",
            "example_agentcard.json" => "0.2",
            "agentcard.json" if file.contains("v0_2") => "0.2",
            _ => "1.0",
        };
        assert_eq!(detected(&card).version, expected, "{file}");
    }
}

#[test]
fn a_card_without_a_version_is_told_by_its_members() {
    let rows = [
        (json!({ "url": "u", "authentication": {} }), "0.1"),
        (json!({ "url": "u", "authentication": {}, "skills": [] }), "0.1"),
        (json!({ "url": "u", "skills": [] }), "0.x"),
        (json!({ "url": "u", "capabilities": {} }), "0.x"),
        (json!({ "url": "u" }), "unknown"),
        (json!({ "url": 1, "skills": [] }), "unknown"),
        (json!({ "skills": [] }), "unknown"),
    ];
    for (card, version) in rows {
        assert_eq!(detected(&card).version, version, "{card}");
    }
}

#[test]
fn each_security_scheme_moves_to_its_member() {
    let rows = [
        (json!({ "type": "apiKey", "in": "header", "name": "X" }), "apiKeySecurityScheme"),
        (json!({ "type": "http", "scheme": "bearer" }), "httpAuthSecurityScheme"),
        (json!({ "type": "oauth2", "flows": {} }), "oauth2SecurityScheme"),
        (
            json!({ "type": "openIdConnect", "openIdConnectUrl": "u" }),
            "openIdConnectSecurityScheme",
        ),
        (json!({ "type": "mutualTLS" }), "mtlsSecurityScheme"),
    ];
    for (scheme, member) in rows {
        let card = json!({ "protocolVersion": "0.3.0", "url": "https://a.example",
            "securitySchemes": { "one": scheme, "other": { "type": "new" } } });
        let card = card.to_string();
        let upgraded = card::upgrade(&card::parse(card.as_bytes(), false).unwrap()).unwrap();
        let upgraded: Value = serde_json::from_str(&upgraded.card).unwrap();
        let schemes = upgraded["securitySchemes"].as_object().unwrap();
        assert_eq!(schemes.keys().collect::<Vec<_>>(), ["one"], "{member}");
        assert!(schemes["one"].get(member).is_some(), "{schemes:?}");
    }
}

#[test]
fn canonicalizing_published_cards_is_idempotent() {
    for (file, card) in published() {
        for name in ["default", "prune-empty", "served-as-is", "exclude", "a2a-sdk"] {
            let options = json!({ "reading": name }).to_string();
            let once = card::canonicalize(&card.to_string(), &options).unwrap();
            assert_eq!(card::canonicalize(&once, &options).unwrap(), once, "{file} under {name}");
        }
    }
}

#[test]
fn cards_of_0_3_become_valid_cards_of_1_0() {
    for (file, card) in published() {
        let text = card.to_string();
        let card = card::parse(text.as_bytes(), false).unwrap();
        if !card::detect(&card).is_legacy() {
            assert_eq!(card::upgrade(&card).unwrap_err().code(), "ERR_CARD_VERSION", "{file}");
            continue;
        }
        let upgraded = card::upgrade(&card).unwrap();
        let report = card::validate(&card::parse(upgraded.card.as_bytes(), false).unwrap());
        // One published card has a placeholder where its URL belongs.
        let placeholder = ["/supportedInterfaces/0/url"];
        let real = |p: &&card::Problem| !placeholder.contains(&p.path.as_str());
        let problems: Vec<_> = report.problems.iter().filter(real).collect();
        assert!(problems.is_empty() && report.unknown.is_empty(), "{file}: {report:?}");
        assert_eq!(report.detected, Detected { version: "1.0".to_owned(), legacy: vec![] });
    }
}

#[test]
fn a_published_signed_card_verifies_with_its_key_only() {
    let file = published().into_iter().find(|(file, _)| file.contains("nucleus")).unwrap().1;
    let file = raw(&file);
    let card = file["signed_card"].to_string();
    let verdict = |jwk: &str, reading: &str| {
        let trust = trust_in(None, jwk::public_from_json(document(&file[jwk]).root()).unwrap());
        let options = VerifyOptions {
            reading: Reading::from_name(reading).unwrap(),
            ..VerifyOptions::default()
        };
        card::verify(card.as_bytes(), &trust, options).map(|_| ()).map_err(|e| e.code())
    };
    assert_eq!(verdict("resolved_jwk", "default"), Ok(()));
    assert_eq!(verdict("resolved_jwk", "served-as-is"), Ok(()));
    assert_eq!(verdict("resolved_jwk", "prune-empty"), Err("ERR_CARD_SIGNATURE"));
    assert_eq!(verdict("wrong_jwk", "default"), Err("ERR_CARD_SIGNATURE"));
}

/// Cards as published; the file of the signed one is a record around its card.
fn published() -> Vec<(String, Value)> {
    let folder = vector_path("a2a-cards/real-world");
    let mut cards = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        if file == "SOURCES.json" {
            continue;
        }
        let content: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let card = content.get("signed_card").cloned().unwrap_or(content);
        cards.push((file, card));
    }
    assert_eq!(cards.len(), 9);
    cards
}

fn raw(card: &Value) -> Value {
    let file = vectors("a2a-cards/real-world/coproduct-opensource__nucleus__plain-agent-card.json");
    assert_eq!(&file["signed_card"], card);
    file
}
