//! Lineages of spawned identities, and what lineages and chains of grants exclude.

use countersign_core::{
    encoding::base64url,
    grant::MAX_LINKS,
    identity::{
        negative::{exclude_by_grants, exclude_by_lineage},
        spawn::{
            Evidence, MAX_ENDS, MAX_FAMILY, MAX_GENERATIONS, Options, accept, complete, prepare,
            verify,
        },
    },
    keys::{KeyType, SecretKey},
    time::UnixSeconds,
};
use countersign_testkit::{
    keys::{did, multi, secret_of},
    records::sign_spawn,
    text_frames,
};
use serde_json::{Value, json};

use super::{
    actors::{SECONDS, embedded},
    costs::{Made, Row, made, row},
    grants::{chain_of, status_of},
};

pub const ROWS: &[Row] = &[
    row("Identity.spawn.verifyLineage", "5424 signature checks", verify_lineage),
    row("Identity.negative.excludeByLineage", "16 signature checks", by_lineage),
    row("Identity.negative.excludeByGrants", "16 signature checks", by_grants),
];

fn agent(index: usize) -> SecretKey {
    secret_of(KeyType::Ed25519, u8::try_from(index).unwrap() + 1)
}

/// A generation below those above: the spawn, accepted.
fn generation(above: &[Value]) -> Value {
    let (by, to) = (agent(above.len()), agent(above.len() + 1));
    let mut draft = json!({
        "algorithm": "ed25519", "parentKey": multi(&by),
        "child": did(&to), "childKey": multi(&to), "purpose": "reads the docs",
        "ceiling": ["read:docs/**"], "depth": MAX_GENERATIONS - above.len() - 1, "children": 1,
        "number": 0, "issued": SECONDS - 100, "expires": SECONDS + 1_000,
        "nonce": base64url::encode(&[7; 16]),
    });
    let mut lineage = String::new();
    if above.is_empty() {
        draft["parent"] = did(&by).into();
    } else {
        lineage = json!(above).to_string();
    }
    let spawn = sign_spawn(&prepare(&lineage, &draft.to_string()).unwrap(), &by);
    let acceptance = sign_spawn(&accept(&spawn.to_string(), &said_by(&to)).unwrap(), &to);
    json!({ "spawn": spawn, "acceptance": acceptance })
}

fn said_by(child: &SecretKey) -> String {
    json!({ "algorithm": "ed25519", "key": multi(child), "issued": SECONDS + 3_600 }).to_string()
}

fn longest() -> Vec<Value> {
    let mut lineage = Vec::new();
    for _ in 0..MAX_GENERATIONS {
        let next = generation(&lineage);
        lineage.push(next);
    }
    lineage
}

fn options() -> Options {
    Options { ends: true, revocations: true, family: true, ..Options::new(UnixSeconds(SECONDS)) }
}

/// Each generation and its acceptance, as many ends and relatives as may be given, and the costliest chain of grants.
fn verify_lineage() -> Made {
    let lineage = longest();
    let last = &lineage[MAX_GENERATIONS - 1]["spawn"];
    let child = agent(MAX_GENERATIONS);
    let end = sign_spawn(&complete(&last.to_string(), &said_by(&child)).unwrap(), &child);
    let ends = text_frames(&vec![end.to_string(); MAX_ENDS]);
    let family = text_frames(&vec![last.to_string(); MAX_FAMILY]);
    let grants = chain_of(MAX_LINKS);
    let (status, grants) = (status_of(&grants), json!(grants).to_string());
    let given = Evidence::read(&grants, &status, &ends, &family).unwrap();
    made(|| verify(&json!(lineage).to_string(), &embedded(), &options(), &given))
}

fn by_lineage() -> Made {
    let lineage = json!(longest()).to_string();
    made(|| exclude_by_lineage("delete:docs", &lineage, &embedded(), &options()).unwrap())
}

fn by_grants() -> Made {
    let chain = json!(chain_of(MAX_LINKS)).to_string();
    made(|| exclude_by_grants("delete:docs", &chain, &embedded(), &options()).unwrap())
}
