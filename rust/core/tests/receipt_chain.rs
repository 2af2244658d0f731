//! Chains of receipts: each fact by itself, what breaks it, and queries.

use countersign_core::{
    Error,
    receipt::{
        Expected, Id, Receipt, Witness,
        chain::{Chain, Policy},
        query::{Query, select_json},
    },
};
use countersign_testkit::{
    frames,
    keys::secret,
    records::{sign_document, sign_raw_receipt},
};
use proptest::prelude::*;
use serde_json::json;

use crate::support::receipt_chain::{
    DID, NOW, OK, UNCHECKED, fact, failed, faults, final_chain, issue, policy, report, run, trust,
};

#[test]
fn a_whole_chain_holds() {
    let receipts = final_chain(10);
    let report = report(&receipts, policy());
    assert_eq!(faults(&report), []);
    assert_eq!((report.count, report.tip), (10, Some(receipts[9].id())));
    assert_eq!(report.actor.as_deref(), Some(DID));
    assert_eq!(report.facts.require(&[]), Ok(()));
}

#[test]
fn each_receipt_needs_as_many_witnesses_as_are_asked_for() {
    let receipts: Vec<Receipt> = final_chain(3)
        .into_iter()
        .map(|receipt| {
            let entry = json!({ "witness": "did:web:other.example",
                "keyId": "did:web:other.example#key-1", "algorithm": "ed25519", "time": NOW });
            let witness = Witness::from_json(&entry.to_string()).unwrap();
            let text = sign_document(witness.into_unsigned(receipt).unwrap(), &secret(2));
            Receipt::from_json(text.as_bytes()).unwrap()
        })
        .collect();
    let asked = |witnesses| {
        let each = Expected { witnesses, ..policy().each };
        fact(&report(&receipts, Policy { each, ..policy() }), "witnesses")
    };
    assert_eq!(asked(1), OK);
    assert_eq!(asked(2), failed(0, "ERR_RECEIPT_WITNESSES"));
}

#[test]
fn completeness_is_apart_from_linkage() {
    let receipts = final_chain(6);
    let cut = &receipts[..5];
    // Linkage cannot show that the tail was cut off.
    let alone = report(cut, policy());
    assert_eq!(faults(&alone), [("completeness", UNCHECKED)]);
    assert!(alone.facts.require(&[]).is_err());
    assert_eq!(alone.facts.require(&["completeness"]), Ok(()));
    let count = report(cut, Policy { count: Some(6), ..policy() });
    assert_eq!(faults(&count), [("completeness", failed(4, "ERR_RECEIPT_COUNT"))]);
    let tip = report(cut, Policy { tip: Some(receipts[5].id()), ..policy() });
    assert_eq!(faults(&tip), [("completeness", failed(4, "ERR_RECEIPT_TIP"))]);
    let error = tip.facts.require(&[]).unwrap_err();
    for (name, id) in [("want", receipts[5].id()), ("got", receipts[4].id())] {
        assert_eq!(error.datum(name), Some(&id.to_string().into()), "{name}");
    }
    assert_eq!(faults(&report(cut, Policy { tip: Some(receipts[4].id()), ..policy() })), []);
    assert_eq!(faults(&report(cut, Policy { count: Some(5), ..policy() })), []);
    // The head was cut off.
    let tail = report(&receipts[2..], policy());
    assert_eq!(faults(&tail), [("completeness", failed(0, "ERR_RECEIPT_START"))]);
    let after = Policy { after: Some(receipts[1].id()), ..policy() };
    assert_eq!(faults(&report(&receipts[2..], after.clone())), []);
    assert_eq!(
        faults(&report(&receipts[3..], after)),
        [("completeness", failed(0, "ERR_RECEIPT_START"))]
    );
    // No receipts at all.
    let none = report([], policy());
    assert_eq!(fact(&none, "completeness"), UNCHECKED);
    assert!(none.facts.require(&["completeness"]).is_err());
    let none = report([], Policy { count: Some(3), ..policy() });
    assert!(none.state("completeness").is_refused());
}

#[test]
fn tells_what_broke() {
    let good = final_chain(8);
    let pick = |order: &[usize]| -> Vec<Receipt> {
        order.iter().map(|index| good[*index].clone()).collect()
    };
    let sibling = issue(DID, 1, Some(&good[2]), &json!({ "content": "another" }));
    let first = issue(DID, 1, None, &json!({ "content": "another" }));
    let stranger = issue("did:web:other.example", 2, None, &json!({}));
    type Case = (&'static str, Vec<Receipt>, &'static [(&'static str, usize, &'static str)]);
    let cases: Vec<Case> = vec![
        (
            "a gap",
            pick(&[0, 1, 2, 4, 5, 6, 7]),
            &[("linkage", 3, "ERR_RECEIPT_PREVIOUS"), ("sequence", 3, "ERR_RECEIPT_SEQUENCE")],
        ),
        (
            "one twice",
            pick(&[0, 1, 2, 2, 3, 4, 5, 6, 7]),
            &[("linkage", 3, "ERR_RECEIPT_DUPLICATE"), ("sequence", 3, "ERR_RECEIPT_SEQUENCE")],
        ),
        (
            "two changed places",
            pick(&[0, 2, 1, 3, 4, 5, 6, 7]),
            &[("linkage", 1, "ERR_RECEIPT_PREVIOUS"), ("sequence", 1, "ERR_RECEIPT_SEQUENCE")],
        ),
        (
            "a cycle",
            pick(&[0, 1, 2, 0, 1, 2]),
            &[
                ("linkage", 3, "ERR_RECEIPT_DUPLICATE"),
                ("sequence", 3, "ERR_RECEIPT_SEQUENCE"),
                ("completeness", 0, ""),
            ],
        ),
        (
            "a fork",
            [pick(&[0, 1, 2, 3]), vec![sibling]].concat(),
            &[
                ("linkage", 4, "ERR_RECEIPT_FORK"),
                ("sequence", 4, "ERR_RECEIPT_SEQUENCE"),
                ("completeness", 0, ""),
            ],
        ),
        (
            "two starts",
            [pick(&[0]), vec![first]].concat(),
            &[
                ("linkage", 1, "ERR_RECEIPT_FORK"),
                ("sequence", 1, "ERR_RECEIPT_SEQUENCE"),
                ("completeness", 0, ""),
            ],
        ),
        (
            "one of another actor",
            [pick(&[0, 1]), vec![stranger]].concat(),
            &[
                ("linkage", 2, "ERR_RECEIPT_FORK"),
                ("sequence", 2, "ERR_RECEIPT_SEQUENCE"),
                ("actors", 2, "ERR_RECEIPT_ACTOR"),
                ("completeness", 0, ""),
            ],
        ),
    ];
    for (name, receipts, want) in cases {
        let got = faults(&report(&receipts, policy()));
        let want: Vec<_> = want
            .iter()
            .map(|(fact, index, code)| {
                (*fact, if code.is_empty() { UNCHECKED } else { failed(*index, code) })
            })
            .collect();
        assert_eq!(got, want, "{name}");
    }
}

#[test]
fn nothing_follows_the_final_receipt() {
    let receipts = final_chain(3);
    // The actor signs a receipt after its own end.
    let mut given = json!({
        "actor": DID, "keyId": format!("{DID}#key-1"), "algorithm": "ed25519", "type": "countersign/receipt/v1",
        "action": "tool.call", "content": 3, "time": NOW, "sequence": 3,
    });
    given["previous"] = receipts[2].id().to_string().into();
    let after = sign_raw_receipt(&given, &secret(1));
    let texts = receipts.iter().map(|receipt| receipt.to_json().unwrap()).chain([after]);
    let got = faults(&run(texts, policy()));
    assert_eq!(got, [("linkage", failed(3, "ERR_RECEIPT_FINAL")), ("completeness", UNCHECKED)]);
}

#[test]
fn time_runs_forward_and_not_into_the_future() {
    let first = issue(DID, 1, None, &json!({}));
    let mut given = json!({
        "actor": DID, "keyId": format!("{DID}#key-1"), "algorithm": "ed25519", "type": "countersign/receipt/v1",
        "action": "tool.call", "content": 3, "time": NOW - 2000, "sequence": 1,
    });
    given["previous"] = first.id().to_string().into();
    let texts = [first.to_json().unwrap(), sign_raw_receipt(&given, &secret(1))];
    let back = run(texts, policy());
    assert_eq!(fact(&back, "time"), failed(1, "ERR_RECEIPT_TIME"));
    assert_eq!(back.facts.require(&[]), Err(Error::ReceiptTime(first.time(), NOW - 2000)));
    given["time"] = (NOW + 60_001).into();
    let texts = [first.to_json().unwrap(), sign_raw_receipt(&given, &secret(1))];
    assert_eq!(fact(&run(texts, policy()), "time"), failed(1, "ERR_RECEIPT_NOT_YET"));
}

#[test]
fn altered_and_unreadable_receipts_are_found_where_they_are() {
    let receipts = final_chain(5);
    let texts: Vec<String> = receipts.iter().map(|receipt| receipt.to_json().unwrap()).collect();
    let mut altered = texts.clone();
    altered[2] = altered[2].replace(r#""content":2"#, r#""content":9"#);
    // The signature breaks at the receipt, the link at the next one, whose `previous` was kept.
    assert_eq!(
        faults(&run(altered, policy())),
        [
            ("linkage", failed(3, "ERR_RECEIPT_PREVIOUS")),
            ("signatures", failed(2, "ERR_RECEIPT_SIGNATURE")),
        ]
    );
    let mut garbage = texts.clone();
    garbage[2] = "{".into();
    assert_eq!(
        faults(&run(garbage, policy())),
        [("format", failed(2, "ERR_JSON_MALFORMED")), ("linkage", failed(2, "ERR_JSON_MALFORMED")),]
    );
    let mut last = texts;
    last[4] = "[]".into();
    let report = run(last, Policy { count: Some(5), tip: Some(receipts[3].id()), ..policy() });
    assert!(report.state("format").is_refused() && report.state("completeness").is_refused());
}

/// Verifies as many links as `COUNTERSIGN_LINKS` says, 3,000 by default: the verifier keeps the last few.
#[test]
fn a_long_chain_is_taken_link_by_link() {
    let links = std::env::var("COUNTERSIGN_LINKS").ok().and_then(|text| text.parse().ok());
    let links = links.unwrap_or(3_000_u64);
    let mut verifier = Chain::new(trust(), Policy { count: Some(links), ..policy() });
    let mut last: Option<Receipt> = None;
    for _ in 0..links {
        let receipt = issue(DID, 1, last.as_ref(), &json!({}));
        verifier.push(receipt.to_json().unwrap().as_bytes());
        last = Some(receipt);
    }
    let report = verifier.report();
    assert_eq!(faults(&report), []);
    assert_eq!((report.count, report.tip), (links, last.map(|receipt| receipt.id())));
}

#[test]
fn queries_select() {
    let mut receipts = final_chain(5);
    receipts.push(issue(
        "did:web:other.example",
        2,
        None,
        &json!({ "action": "file.read", "grant": "g1", "time": NOW }),
    ));
    let texts: Vec<_> = receipts.iter().map(|receipt| receipt.to_json().unwrap().into()).collect();
    let list = frames(&texts);
    let tip = receipts[3].id().to_string();
    for (query, want) in [
        (json!({}), "[0,1,2,3,4,5]"),
        (json!({ "actor": DID }), "[0,1,2,3,4]"),
        (json!({ "action": "tool.*" }), "[0,1,2,3,4]"),
        (json!({ "action": "file.read" }), "[5]"),
        (json!({ "action": "file" }), "[]"),
        (json!({ "grant": "g1" }), "[5]"),
        (json!({ "from": NOW }), "[5]"),
        (json!({ "until": NOW }), "[0,1,2,3,4]"),
        (json!({ "chain": tip }), "[0,1,2,3]"),
    ] {
        assert_eq!(select_json(&list, &query.to_string()).unwrap(), want, "{query}");
    }
    assert!(select_json(&list, r#"{"who":"x"}"#).is_err());
    let shuffled: Vec<Receipt> = [4, 0, 2, 1, 3].map(|index| receipts[index].clone()).into();
    let query = Query { chain: Some(receipts[3].id()), ..Query::default() };
    assert_eq!(query.select(&shuffled), [1, 3, 2, 4]);
    let unknown = Query { chain: Some(Id([0; 32])), ..Query::default() };
    assert!(unknown.select(&shuffled).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every order but the right one is found, and nothing makes the verifier stop.
    #[test]
    fn any_other_order_fails(order in prop::collection::vec(0_usize..6, 0..9), garbage in any::<String>()) {
        let receipts = final_chain(6);
        let report = report(order.iter().map(|index| &receipts[*index]), policy());
        let whole = order == [0, 1, 2, 3, 4, 5];
        prop_assert_eq!(faults(&report).is_empty(), whole);
        prop_assert!(run([garbage], policy()).state("format").is_refused());
    }
}
