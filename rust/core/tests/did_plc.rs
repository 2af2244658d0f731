//! did:plc: the identifier, and what comes of a log.
//!
//! `rust/vectors/did/did-plc/own.json` is made by `ts/test/node/didPlc.test.ts` with other implementations.

use countersign_core::{
    Error,
    did::{Agreement, Did, plc},
    keys::{KeyType, checks_made},
};
use countersign_testkit::{records::tree, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::plc::{Maker, did_key};

fn resolve(text: &str, did: &str) -> Result<Value, Error> {
    plc::document_of_log(text.as_bytes(), &did.parse().unwrap()).map(|text| tree(&text))
}

#[test]
fn identifiers_are_24_letters_of_base32_in_lower_case() {
    let rows = [
        ("ewvi7nxzyoun6zhxrhs64oiz", Ok("ewvi7nxzyoun6zhxrhs64oiz")),
        ("EWVI7nxzyoun6zhxrhs64oiz", Ok("ewvi7nxzyoun6zhxrhs64oiz")),
        ("ewvi7nxzyoun6zhxrhs64oi", Err("ERR_DID_METHOD_ID")),
        ("ewvi7nxzyoun6zhxrhs64oiza", Err("ERR_DID_METHOD_ID")),
        ("ewvi7nxzyoun6zhxrhs64oi1", Err("ERR_DID_METHOD_ID")),
        ("ewvi7nxzyoun6zhxrhs64o%7a", Err("ERR_DID_METHOD_ID")),
        ("ewvi7nxzyoun6zhxrhs64oi:", Err("ERR_DID_SYNTAX")),
    ];
    for (id, want) in rows {
        let did = format!("did:plc:{id}").parse::<Did>();
        let found = did.as_ref().map(Did::id).map_err(Error::code);
        assert_eq!(found, want, "{id}");
    }
}

#[test]
fn the_document_is_looked_up() {
    let did: Did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz".parse().unwrap();
    let made = did.document(Agreement::Separate);
    assert_eq!(made, Err(Error::DidNeedsResolver(did.as_str().into())));
    let web: Did = "did:web:a.example".parse().unwrap();
    assert_eq!(plc::document_of_log(b"[]", &web), Err(Error::DidMethodUnexpected("plc")));
}

#[test]
fn own_vectors_have_their_verdicts() {
    let cases = vectors("did/did-plc/own.json");
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 54, "none was lost");
    for case in cases {
        let found = resolve(&case["log"].to_string(), case["did"].as_str().unwrap());
        match (&case["document"], found) {
            (Value::Null, found) => {
                let error = found.unwrap_err();
                assert_eq!(error.code(), case["code"], "{}", case["name"]);
                let at =
                    error.datum("at").map_or(Value::Null, |at| at.to_string().parse().unwrap());
                assert_eq!(at, case["at"], "{}: {error}", case["name"]);
            }
            (document, found) => assert_eq!(found.as_ref(), Ok(document), "{}", case["name"]),
        }
    }
}

/// What is wrong with the entry after a genesis, which `change` makes of a good one.
fn wrong(change: fn(&mut Value)) -> Result<(), Error> {
    let mut maker = Maker::new(&[KeyType::Secp256k1]);
    maker.add(None, 0, 0, "0");
    maker.add(Some(0), 0, 1, "1");
    change(&mut maker.entries[1]);
    resolve(&maker.text(), &maker.did()).map(drop)
}

#[test]
fn a_time_has_three_digits_behind_the_point() {
    assert_eq!(wrong(|_| {}), Ok(()));
    let rows: [fn(&mut Value); 5] = [
        |entry| entry["createdAt"] = "2025-01-01T01:00:00.00Z".into(),
        |entry| entry["createdAt"] = "2025-01-01T01:00:00.0000Z".into(),
        |entry| entry["createdAt"] = "2025-01-01T01:00:00.+00Z".into(),
        |entry| entry["createdAt"] = "2025-01-01T01:00:00.000".into(),
        |entry| entry["createdAt"] = "2025-01-01T01:00:00,000Z".into(),
    ];
    let what = "has no `createdAt` with milliseconds in UTC";
    for change in rows {
        assert_eq!(wrong(change), Err(Error::DidLog(1, what)));
    }
}

#[test]
fn a_number_is_refused_where_it_stands_deep() {
    let rows: [fn(&mut Value); 4] = [
        |entry| entry["operation"]["prev"] = 0.into(),
        |entry| entry["operation"]["alsoKnownAs"] = json!(["a", 1]),
        |entry| entry["operation"]["services"] = json!({ "a": { "type": 1 } }),
        |entry| entry["operation"]["more"] = json!([[{ "a": [0.5] }]]),
    ];
    for change in rows {
        assert_eq!(wrong(change), Err(Error::DidLog(1, "holds a number")));
    }
}

#[test]
fn a_signed_operation_has_the_members_of_its_type_and_no_other() {
    let more = "has a member that is not one of its type";
    let tombstone = |over: Value| {
        let mut maker = Maker::new(&[KeyType::Secp256k1]);
        maker.add(None, 0, 0, "0");
        let mut operation = json!({ "type": "plc_tombstone", "prev": maker.entries[0]["cid"] });
        operation.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
        maker.append(operation, 0, 1);
        resolve(&maker.text(), &maker.did()).map(drop)
    };
    let gone = tombstone(json!({})).unwrap_err();
    assert_eq!(gone.code(), "ERR_DID_DEACTIVATED");
    assert!(gone.to_string().starts_with("did:plc:"), "{gone}");
    let refused = |at, what| Err(Error::DidLog(at, what));
    assert_eq!(tombstone(json!({ "services": {} })), refused(1, more));
    let text = "lacks a member that must be text";
    assert_eq!(tombstone(json!({ "prev": null })), refused(1, text));

    let create = |over: Value| {
        let mut maker = Maker::new(&[KeyType::Secp256k1]);
        let key = did_key(&maker.keys[0]);
        let mut operation = json!({ "type": "create", "signingKey": key, "recoveryKey": key,
            "handle": "a.example", "service": "pds.example", "prev": null });
        operation.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
        maker.append(operation, 0, 0);
        resolve(&maker.text(), &maker.did()).map(drop)
    };
    assert_eq!(create(json!({})), Ok(()));
    assert_eq!(create(json!({ "services": {} })), refused(0, more));
}

#[test]
fn logs_of_the_reference_implementation_hold() {
    for (file, last) in [("nullification_at_72h", "at://op3"), ("nullification_nested", "at://op7")]
    {
        let log = vectors(&format!("did/did-plc/{file}.json"));
        let document = resolve(&log.to_string(), log[0]["did"].as_str().unwrap()).unwrap();
        assert_eq!(document["alsoKnownAs"][0], last, "{file}");
        let late = log.to_string().replace("2025-07-29T00:00:00.000Z", "2025-07-30T00:00:00.001Z");
        if file == "nullification_at_72h" {
            let error = resolve(&late, log[0]["did"].as_str().unwrap()).unwrap_err();
            assert_eq!(error.code(), "ERR_DID_LOG");
        }
    }
}

#[test]
fn a_log_costs_at_most_five_checks_an_operation() {
    let five =
        [KeyType::Secp256k1, KeyType::P256, KeyType::Secp256k1, KeyType::P256, KeyType::Secp256k1];
    let mut maker = Maker::new(&five);
    maker.add(None, 4, 0, "0");
    while maker.entries.len() < plc::MAX_OPERATIONS {
        let last = maker.entries.len() - 1;
        maker.add(Some(last), 4, 0, "next");
    }
    let cost = |maker: &Maker| {
        let before = checks_made();
        let found = resolve(&maker.text(), &maker.did());
        (found.map_err(|error| error.code()).err(), checks_made() - before)
    };
    assert_eq!(cost(&maker), (None, 1_280));
    maker.add(Some(plc::MAX_OPERATIONS - 1), 0, 0, "one more");
    assert_eq!(cost(&maker), (Some("ERR_LIMIT_EXCEEDED"), 0), "refused before the first check");
}

/// A step of a log: on which operation that holds, by which key, how many hours later.
type Step = (prop::sample::Index, usize, usize);

/// What the specification says of a log, over places and powers alone: which operations hold.
fn holding(steps: &[Step]) -> Result<Vec<usize>, usize> {
    let (mut chain, mut signers, mut hours) = (vec![0], vec![0], vec![0]);
    for (at, (on, by, later)) in steps.iter().enumerate() {
        let hour = hours.last().unwrap() + later;
        let kept = on.index(chain.len()) + 1;
        if let Some(first) = chain.get(kept)
            && (*by >= signers[*first] || hour - hours[*first] > 72)
        {
            return Err(at + 1);
        }
        chain.truncate(kept);
        chain.push(at + 1);
        signers.push(*by);
        hours.push(hour);
    }
    Ok(chain)
}

/// The log of the steps, with each operation that does not hold called nullified.
fn log_of(steps: &[Step]) -> Maker {
    let mut maker = Maker::new(&[KeyType::Secp256k1, KeyType::P256, KeyType::Secp256k1]);
    maker.add(None, 0, 0, "0");
    let (mut chain, mut hour) = (vec![0], 0);
    for (at, (on, by, later)) in steps.iter().enumerate() {
        hour += later;
        let kept = on.index(chain.len()) + 1;
        maker.add(Some(chain[kept - 1]), *by, hour, &(at + 1).to_string());
        chain.truncate(kept);
        chain.push(at + 1);
    }
    for (at, entry) in maker.entries.iter_mut().enumerate() {
        entry["nullified"] = (!chain.contains(&at)).into();
    }
    maker
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn forks_hold_by_power_and_time(
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..3, 0_usize..60), 0..8),
    ) {
        let maker = log_of(&steps);
        let found = resolve(&maker.text(), &maker.did());
        match holding(&steps) {
            Ok(chain) => {
                let last = chain.last().unwrap().to_string();
                prop_assert_eq!(&found.unwrap()["alsoKnownAs"][0], &last);
            }
            Err(at) => {
                let error = found.unwrap_err();
                prop_assert_eq!(error.datum("at"), Some(&at.into()), "{}", error);
            }
        }
    }

    #[test]
    fn a_changed_log_gives_the_same_document_or_none(place in any::<prop::sample::Index>(), to in 32_u8..127) {
        let log = vectors("did/did-plc/nullification_nested.json");
        let (text, did) = (log.to_string(), log[0]["did"].as_str().unwrap().to_owned());
        let mut changed = text.clone().into_bytes();
        let place = place.index(changed.len());
        changed[place] = to;
        let changed = String::from_utf8(changed).unwrap();
        if let Ok(document) = resolve(&changed, &did) {
            prop_assert_eq!(document, resolve(&text, &did).unwrap());
        }
    }
}
