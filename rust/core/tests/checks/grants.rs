//! Grants: chains, the records about them, and presentations.

use countersign_core::{
    encoding::base64url,
    grant::{self, MAX_LINKS, Presented, Status, authorize, status::MAX_RECORDS},
    keys::{KeyType, SecretKey},
    trust::Trust,
};
use countersign_testkit::{
    keys::{did, multi, secret_of},
    records::{pinned, sign_grant},
    text_frames,
};
use serde_json::{Value, json};

use super::{
    actors::{SECONDS, strangers},
    costs::{Made, Row, cost, made, row},
};

pub const ROWS: &[Row] = &[
    row("Grant.verify", "257 signature checks", verify),
    row("Grant.verifyChain", "272 signature checks", verify_chain),
    row("Grant.verifyChainWithStatus", "272 signature checks", verify_chain),
    row("Grant.authorize", "273 signature checks", || authorize_with(true)),
    row("Grant.authorizeOnce", "273 signature checks", || authorize_with(true)),
    row("Grant.verifyPresentation", "1 signature check", verify_presentation),
    row("Grant.verifyPresentationOnce", "1 signature check", verify_presentation),
    row("Grant.verifyAcknowledgement", "2 signature checks", verify_acknowledgement),
    row("Grant.verifyRevocation", "17 signature checks", verify_revocation),
];

fn agent(seed: u8) -> SecretKey {
    secret_of(KeyType::Ed25519, seed)
}

fn root() -> Trust {
    pinned(&agent(1))
}

fn options() -> grant::Options {
    let asked = json!({ "now": SECONDS, "complete": true });
    grant::Options::from_json(&asked.to_string()).unwrap().0
}

/// A record of a grant, signed by the seed's key.
fn signed(record: &Value, seed: u8) -> Value {
    sign_grant(record, &agent(seed))
}

/// A chain of grants: 1 to 2, 2 to 3 and so on.
pub fn chain_of(links: usize) -> Vec<Value> {
    let links = u8::try_from(links).unwrap();
    let mut chain: Vec<Value> = Vec::new();
    for by in 1..=links {
        let mut link = json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519",
            "issuer": did(&agent(by)), "issuerKey": multi(&agent(by)),
            "subject": did(&agent(by + 1)), "subjectKey": multi(&agent(by + 1)),
            "capabilities": ["read:docs"], "constraints": {}, "delegation": links - by,
            "issued": SECONDS, "nonce": base64url::encode(&[7; 16]),
        });
        if !chain.is_empty() {
            link["parent"] = id_of(&chain).into();
        }
        chain.push(signed(&link, by));
    }
    chain
}

/// The id of the last grant.
fn id_of(chain: &[Value]) -> String {
    let chain = grant::Chain::from_json(&json!(chain).to_string()).unwrap();
    chain.ids().last().unwrap().clone()
}

/// The last grant is revoked by the first issuer, from the next hour on.
fn revocation(chain: &[Value]) -> String {
    let record = json!({
        "type": "countersign/grant-revocation/v1", "algorithm": "ed25519", "grant": id_of(chain),
        "revoker": did(&agent(1)), "key": multi(&agent(1)),
        "issued": SECONDS, "effective": SECONDS + 3_600,
    });
    signed(&record, 1).to_string()
}

/// As many records of a chain as may be given, each of which is checked.
pub fn status_of(chain: &[Value]) -> Vec<u8> {
    text_frames(&vec![revocation(chain); MAX_RECORDS])
}

fn presentation(chain: &[Value]) -> (String, grant::Expected) {
    let last = u8::try_from(chain.len()).unwrap() + 1;
    let record = json!({
        "type": "countersign/grant-presentation/v1", "algorithm": "ed25519",
        "grant": id_of(chain), "key": multi(&agent(last)), "audience": "https://a.example",
        "nonce": base64url::encode(&[9; 16]),
        "issued": SECONDS, "expires": SECONDS + 60,
    });
    let given = json!({ "audience": "https://a.example", "now": SECONDS });
    let expected = grant::Expected::from_json(&given.to_string(), &[]).unwrap();
    (signed(&record, last).to_string(), expected)
}

fn verify() -> Made {
    let chain = chain_of(1);
    let status = Status::from_frames(&status_of(&chain)).unwrap();
    let text = chain[0].to_string();
    made(|| assert!(grant::verify(&text, &root(), &options(), &status).is_ok()))
}

fn verify_chain() -> Made {
    let chain = chain_of(MAX_LINKS);
    let status = Status::from_frames(&status_of(&chain)).unwrap();
    let text = json!(chain).to_string();
    made(|| grant::verify_chain(&text, &root(), &options(), &status).require(&[]).unwrap())
}

/// With a presentation, or for a known holder.
pub fn authorize_with(presented: bool) -> Made {
    let chain = chain_of(MAX_LINKS);
    let last = u8::try_from(MAX_LINKS).unwrap() + 1;
    let status = Status::from_frames(&status_of(&chain)).unwrap();
    let (text, expected) = presentation(&chain);
    let shown = presented.then_some(Presented { text: &text, expected: &expected });
    let mut asked = json!({ "now": SECONDS, "complete": true, "capability": "read:docs" });
    if !presented {
        asked["holder"] = multi(&agent(last)).into();
    }
    let (options, action) = grant::Options::from_json(&asked.to_string()).unwrap();
    let action = action.unwrap();
    let chain = json!(chain).to_string();
    made(|| {
        let report = authorize(&chain, &root(), &options, &status, &action, shown);
        assert_eq!(report.require(&[]), Ok(()), "{}", report.to_json());
    })
}

#[test]
fn nothing_is_tried_against_the_keys_of_the_trust_input() {
    let chain = chain_of(MAX_LINKS);
    let text = json!(chain).to_string();
    let status = Status::default();
    let judge = || grant::verify_chain(&text, &strangers(), &options(), &status);
    assert_eq!(cost(judge).1, 16);
}

fn verify_presentation() -> Made {
    let chain = chain_of(MAX_LINKS);
    let (text, expected) = presentation(&chain);
    let chain = json!(chain).to_string();
    made(|| assert!(grant::verify_presentation(&text, &chain, &strangers(), &expected).is_ok()))
}

fn verify_acknowledgement() -> Made {
    let given = chain_of(1)[0].to_string();
    let draft = json!({ "algorithm": "ed25519", "key": multi(&agent(2)), "issued": SECONDS });
    let record = grant::acknowledge(&given, &draft.to_string()).unwrap();
    let record = signed(&serde_json::from_str(&record).unwrap(), 2).to_string();
    made(|| grant::verify_acknowledgement(&record, &given).unwrap())
}

fn verify_revocation() -> Made {
    let chain = chain_of(MAX_LINKS);
    let (record, chain) = (revocation(&chain), json!(chain).to_string());
    made(|| assert!(grant::verify_revocation(&record, &chain, &root(), &options()).is_ok()))
}
