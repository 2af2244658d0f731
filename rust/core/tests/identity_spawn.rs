//! Spawn: lineages, their rejections row by row, our own vectors, and properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_spawn::` writes
//! `rust/vectors/identity/spawn.json`; `ts/test/identitySpawn.test.ts` checks it with other
//! implementations.

use countersign_core::{
    Error,
    encoding::{base64url, hex},
    fact::State,
    identity::spawn::{
        Evidence, FACTS, MAX_GENERATIONS, Spawn, accept, complete, prepare, unsigned, verify,
    },
    keys::{Algorithm, SecretKey},
    signed_record::{Draft, Signed},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    own_vectors,
    records::{pinned, sign_spawn},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::identity_spawn::{
    NOW, completion, draft, failure, generation, grants, ids, judge, lineage, options, termination,
};

#[test]
fn a_lineage_holds() {
    let report = judge(&lineage());
    assert_eq!(failure(&report), None, "{}", report.to_json());
    assert_eq!(report.require(&[]), Ok(()));
    // No grants were given: nobody asked about them.
    assert_eq!(report.facts.iter().map(|(fact, _)| *fact).collect::<Vec<_>>(), FACTS[..12]);
    let json: Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["signer"]["trust"], "trusted");
    assert_eq!(json["generations"][1]["ceiling"], json!(["read:docs/a/*"]));
}

/// A lineage whose generation `index` is changed, and signed again by its parent and its child without the
/// checks at issue. The generations below it are not signed again.
fn resigned(index: usize, change: impl Fn(&mut Value)) -> Vec<Value> {
    let mut lineage = lineage();
    let keys = [1, 2, 3].map(secret);
    change(&mut lineage[index]["spawn"]);
    let spawn = lineage[index]["spawn"].as_object_mut().unwrap();
    spawn.remove("signature");
    let draft = Draft::<Spawn>::from_json(&json!(spawn).to_string()).unwrap();
    let signature = keys[index].sign(Algorithm::Ed25519, &draft.to_bytes().unwrap()).unwrap();
    spawn.insert("signature".into(), base64url::encode(&signature).into());
    let id = Signed::<Spawn>::from_json(&json!(spawn).to_string()).unwrap().id().unwrap();
    let record = json!({ "type": "countersign/spawn-acceptance/v1", "algorithm": "ed25519",
        "spawn": id, "key": multi(&keys[index + 1]), "issued": NOW.0 });
    lineage[index]["acceptance"] = sign_spawn(&record.to_string(), &keys[index + 1]);
    lineage
}

#[test]
fn every_lie_of_a_link_has_its_own_answer() {
    type Change = fn(&mut Value);
    let rows: [(&str, Change, &str, &str); 20] = [
        (
            "a wider ceiling",
            |spawn| spawn["ceiling"] = json!(["read:**"]),
            "narrowing",
            "ERR_SPAWN_WIDENED",
        ),
        (
            "another action",
            |spawn| spawn["ceiling"] = json!(["delete:docs/a/b"]),
            "narrowing",
            "ERR_SPAWN_WIDENED",
        ),
        (
            "everything",
            |spawn| spawn["ceiling"] = json!(["*:**"]),
            "narrowing",
            "ERR_SPAWN_WIDENED",
        ),
        (
            "a longer life",
            |spawn| spawn["expires"] = json!(NOW.0 + 1001),
            "narrowing",
            "ERR_SPAWN_WIDENED",
        ),
        ("as deep as its parent", |spawn| spawn["depth"] = json!(3), "depth", "ERR_SPAWN_DEPTH"),
        ("deeper", |spawn| spawn["depth"] = json!(15), "depth", "ERR_SPAWN_DEPTH"),
        ("a child too many", |spawn| spawn["number"] = json!(2), "children", "ERR_SPAWN_CHILDREN"),
        ("far too many", |spawn| spawn["number"] = json!(65_534), "children", "ERR_SPAWN_CHILDREN"),
        (
            "no link",
            |spawn| drop(spawn.as_object_mut().unwrap().remove("above")),
            "linkage",
            "ERR_SPAWN_LINK",
        ),
        (
            "another link",
            |spawn| spawn["above"] = json!(format!("spawn:{}", base64url::encode(&[0; 32]))),
            "linkage",
            "ERR_SPAWN_LINK",
        ),
        (
            "another parent",
            |spawn| spawn["parent"] = json!("did:web:other.example"),
            "linkage",
            "ERR_SPAWN_LINK",
        ),
        (
            "its own parent by name",
            |spawn| spawn["child"] = spawn["parent"].clone(),
            "identities",
            "ERR_SPAWN_IDENTITY",
        ),
        (
            "its own parent",
            |spawn| {
                spawn["child"] = spawn["parent"].clone();
                spawn["childKey"] = spawn["parentKey"].clone();
            },
            "acceptance",
            "ERR_SPAWN_ACCEPTANCE",
        ),
        (
            "its grandparent",
            |spawn| {
                spawn["child"] = json!(did(&secret(1)));
                spawn["childKey"] = json!(multi(&secret(1)));
            },
            "acceptance",
            "ERR_SPAWN_ACCEPTANCE",
        ),
        ("born later", |spawn| spawn["issued"] = json!(NOW.0 + 61), "time", "ERR_SPAWN_NOT_YET"),
        (
            "over",
            |spawn| {
                spawn["issued"] = json!(NOW.0 - 80);
                spawn["expires"] = json!(NOW.0 - 60);
            },
            "time",
            "ERR_SPAWN_EXPIRED",
        ),
        (
            "born before its parent",
            |spawn| spawn["issued"] = json!(NOW.0 - 101),
            "time",
            "ERR_SPAWN_NOT_YET",
        ),
        (
            "a DID of another key",
            |spawn| spawn["child"] = json!(did(&secret(8))),
            "identities",
            "ERR_SPAWN_IDENTITY",
        ),
        (
            "another child",
            |spawn| {
                spawn["child"] = json!(did(&secret(8)));
                spawn["childKey"] = json!(multi(&secret(8)));
            },
            "acceptance",
            "ERR_SPAWN_ACCEPTANCE",
        ),
        (
            "another signer",
            |spawn| spawn["parentKey"] = json!(multi(&secret(8))),
            "identities",
            "ERR_SPAWN_IDENTITY",
        ),
    ];
    for (name, change, fact, code) in rows {
        let report = judge(&resigned(1, change));
        assert_eq!(failure(&report), Some((fact, 1, code)), "{name}: {}", report.to_json());
    }
}

#[test]
fn nobody_is_their_own_parent_or_ancestor() {
    let [one, two] = [1, 2].map(secret);
    let own = draft(&one, &one, &json!({ "type": "countersign/spawn/v1" })).to_string();
    assert_eq!(unsigned(&own).unwrap_err(), Error::SpawnSelf);
    let first = generation(&[], &one, &two, &json!({}));
    let back = json!({ "depth": 0 });
    let mut draft = draft(&two, &one, &back);
    draft.as_object_mut().unwrap().remove("parent");
    let refused = prepare(&json!([first]).to_string(), &draft.to_string());
    assert_eq!(refused, Err(Error::SpawnCycle));
    for (child, want) in [(&one, "ERR_SPAWN_CYCLE"), (&two, "ERR_SPAWN_SELF")] {
        let lineage = resigned(1, |spawn| {
            spawn["child"] = json!(did(child));
            spawn["childKey"] = json!(multi(child));
        });
        let report = judge(&lineage);
        let State::Refused { place: 1, error } = report.state("linkage") else { panic!("{want}") };
        assert_eq!(error.code(), want);
    }
}

#[test]
fn a_spawn_is_not_signed_past_its_bounds() {
    let [one, two, three] = [1, 2, 3].map(secret);
    let first = generation(&[], &one, &two, &json!({}));
    let above = json!([first]).to_string();
    let rows = [
        (json!({ "depth": 3 }), "ERR_SPAWN_DEPTH"),
        (json!({ "depth": 0, "number": 2 }), "ERR_SPAWN_CHILDREN"),
        (json!({ "depth": 0, "ceiling": ["read:**"] }), "ERR_SPAWN_WIDENED"),
        (json!({ "depth": 0, "expires": NOW.0 + 1001 }), "ERR_SPAWN_WIDENED"),
        (json!({ "depth": 0, "issued": NOW.0 - 101 }), "ERR_SPAWN_NOT_YET"),
        (json!({ "depth": 0, "parentKey": multi(&one) }), "ERR_SPAWN_LINK"),
        (json!({ "depth": 0, "ceiling": [] }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 16 }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 0, "children": 65_536 }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 0, "expires": NOW.0 - 100 }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 0, "purpose": "" }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 0, "more": 1 }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 0, "nonce": "AAAA" }), "ERR_SPAWN_MALFORMED"),
        (json!({ "depth": 0, "ceiling": ["read:docs/../etc"] }), "ERR_CAPABILITY_TRAVERSAL"),
        (json!({ "depth": 0, "childKey": "z6M" }), "ERR_MULTIKEY_CODEC"),
    ];
    for (more, code) in rows {
        let refused = prepare(&above, &draft(&two, &three, &more).to_string());
        assert_eq!(refused.unwrap_err().code(), code, "{more}");
    }
    // A DID that is itself a key has that key, as parent and as child.
    for stolen in [json!({ "parent": did(&three) }), json!({ "child": did(&three) })] {
        let record = prepare("", &draft(&one, &two, &stolen).to_string()).unwrap();
        assert_eq!(unsigned(&record).unwrap_err(), Error::SpawnIdentity, "{stolen}");
    }
    let hung = draft(&one, &two, &json!({ "above": ids(&lineage())[0] })).to_string();
    assert_eq!(prepare("", &hung), Err(Error::SpawnLink));
    let taken =
        json!({ "algorithm": "ed25519", "key": multi(&three), "issued": NOW.0 }).to_string();
    let spawn = first["spawn"].to_string();
    assert_eq!(accept(&spawn, &taken), Err(Error::SpawnAcceptance));
    assert_eq!(complete(&spawn, &taken), Err(Error::SpawnAcceptance));
    let own = draft(&one, &two, &json!({ "type": "countersign/spawn/v1" })).to_string();
    let by_another = unsigned(&own).unwrap().sign(&three, SecretKey::sign);
    assert_eq!(by_another, Err(Error::SpawnSignature));
}

#[test]
fn what_cannot_be_read_is_not_trusted() {
    let good = lineage();
    let rows: [(&str, String, usize, &str); 8] = [
        ("nothing", "[]".into(), 0, "ERR_SPAWN_MALFORMED"),
        ("no list", good[0].to_string(), 0, "ERR_SPAWN_MALFORMED"),
        ("no object", "[1]".into(), 0, "ERR_JSON_NOT_OBJECT"),
        ("no spawn", "[{}]".into(), 0, "ERR_SPAWN_MALFORMED"),
        ("not JSON", "[".into(), 0, "ERR_JSON_MALFORMED"),
        (
            "one member more",
            {
                let mut all = good.clone();
                all[1]["more"] = json!(1);
                json!(all).to_string()
            },
            1,
            "ERR_SPAWN_MALFORMED",
        ),
        (
            "another version",
            {
                let mut all = good.clone();
                all[1]["spawn"]["type"] = json!("countersign/spawn/v2");
                json!(all).to_string()
            },
            1,
            "ERR_SPAWN_VERSION",
        ),
        (
            "too many",
            json!(vec![good[0].clone(); MAX_GENERATIONS + 1]).to_string(),
            MAX_GENERATIONS,
            "ERR_LIMIT_EXCEEDED",
        ),
    ];
    for (name, text, index, code) in rows {
        let report = verify(&text, &pinned(&secret(1)), &options(), &Evidence::default());
        assert_eq!(failure(&report), Some(("form", index, code)), "{name}");
        assert_eq!(report.facts.len(), FACTS.len());
    }
}

#[test]
fn a_child_that_says_nothing_is_not_checked() {
    let mut all = lineage();
    all[1].as_object_mut().unwrap().remove("acceptance");
    let report = judge(&all);
    assert_eq!(failure(&report), None);
    assert_eq!(report.require(&["authority"]), Err(Error::FactUnchecked("acceptance")));
    let mut all = lineage();
    all[1]["acceptance"] = all[0]["acceptance"].clone();
    assert_eq!(failure(&judge(&all)), Some(("acceptance", 1, "ERR_SPAWN_ACCEPTANCE")));
}

#[test]
fn our_own_vectors_hold() {
    own_vectors("identity/spawn.json", &everything());
}

/// All records of the format, by fixed keys: secrets are 32 bytes of 01, 02, 03, 08.
fn everything() -> Value {
    let all = lineage();
    let [one, three, stranger] = [1, 3, 8].map(secret);
    let (end, done) = (termination(&all[0], &one, NOW.0), completion(&all[1], &three));
    let strange = termination(&all[1], &stranger, NOW.0);
    let record = |record: &Value| {
        let mut body = record.clone();
        body.as_object_mut().unwrap().remove("signature");
        let message = hex::encode(unsigned(&body.to_string()).unwrap().message());
        json!({ "record": record, "message": message })
    };
    let records: Vec<Value> = all
        .iter()
        .flat_map(|pair| [record(&pair["spawn"]), record(&pair["acceptance"])])
        .chain([record(&end), record(&done), record(&strange)])
        .collect();
    json!({
        "source": "this project, by the test `identity_spawn`",
        "licence": "MIT OR Apache-2.0",
        "now": NOW.0,
        "secrets": { "parent": "01 * 32", "child": "02 * 32", "grandchild": "03 * 32", "stranger": "08 * 32" },
        "lineage": all,
        "spawnIds": ids(&all),
        "grants": grants(&json!({})),
        "ends": [
            { "name": "termination of the first generation", "end": end, "code": "ERR_SPAWN_TERMINATED" },
            { "name": "completion of the second", "end": done, "code": "ERR_SPAWN_COMPLETED" },
            { "name": "termination by a stranger", "end": strange },
        ],
        "records": records,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_change_of_one_byte_is_accepted(index in any::<prop::sample::Index>(), bit in 0_u8..8) {
        let mut bytes = json!(lineage()).to_string().into_bytes();
        let index = index.index(bytes.len());
        bytes[index] ^= 1 << bit;
        if let Ok(changed) = String::from_utf8(bytes) {
            let report = verify(&changed, &pinned(&secret(1)), &options(), &Evidence::default());
            prop_assert!(report.require(&["authority"]).is_err());
        }
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,64}", ends in prop::collection::vec(any::<u8>(), 0..64)) {
        let report = verify(&text, &pinned(&secret(1)), &options(), &Evidence::default());
        prop_assert!(report.require(&[]).is_err());
        let _ = Evidence::read("", &ends, &ends, &ends).map(|given| given.ends.len());
    }
}
