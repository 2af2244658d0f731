//! Continuity and competence: no unsigned receipt counts, whatever the receipts and policies are.

use countersign_core::{
    Error,
    identity::{
        competence::{self, Competence},
        continuity::{self, Continuity, anchor_ids, heartbeat},
    },
    keys::{KeyType, PublicKey},
    receipt::Receipt,
    trust::{Trust, TrustedKey},
};

use crate::Target;

const BEAT: &[u8] = br#"{"action":"countersign/heartbeat","actor":"did:web:agent.example","algorithm":"ed25519","content":{"anchors":["sha256:0000000000000000000000000000000000000000000000000000000000000000"],"challenge":"AAAAAAAAAAAAAAAAAAAAAA","status":"active"},"keyId":"did:web:agent.example#key-1","sequence":0,"signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","time":1760000000000,"type":"countersign/receipt/v1","witnesses":[{"algorithm":"ed25519","keyId":"did:web:a.example#k","signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","time":1,"witness":"did:web:a.example"}]}"#;
const ATTEMPT: &[u8] = br#"{"action":"countersign/attempt","actor":"did:web:agent.example","algorithm":"ed25519","content":{"domain":"deploy:web/staging","outcome":"partial","score":5},"keyId":"did:web:agent.example#key-1","sequence":0,"signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","time":1760000000000,"type":"countersign/receipt/v1"}"#;

pub(crate) const CONTINUITY: Target = Target {
    name: "continuity",
    run: run_continuity,
    seeds: &[
        BEAT,
        br#"{"first":0,"last":9,"from":0,"until":9,"maxSilence":1,"maxLag":1,"maxLead":1,"quorum":2,"challenge":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    ],
};

pub(crate) const COMPETENCE: Target = Target {
    name: "competence",
    run: run_competence,
    seeds: &[
        ATTEMPT,
        br#"{"domain":"deploy:**","from":0,"until":9,"quorum":2,"attempts":1,"rate":5,"validated":1,"validatedRate":5,"streak":1}"#,
        br#"{"domain":"deploy:web","outcome":"partial","score":5,"work":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}"#,
    ],
};

fn pinned() -> Trust {
    let key = PublicKey::from_raw(KeyType::Ed25519, &[0x58; 32]);
    let keys = key.map(TrustedKey::pinned).into_iter().collect();
    Trust { keys, ..Trust::default() }
}

fn run_continuity(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let policy = continuity::Policy::from_json(text).unwrap_or_default();
    let mut seen = Continuity::new(pinned(), policy);
    seen.push(data);
    let _ = seen.push_all(data);
    assert!(seen.report().facts.require(&["completeness", "silence"]).is_err());
    let _ = heartbeat(text, data, data);
    if let Ok(receipt) = Receipt::from_json(data) {
        let _ = anchor_ids(&receipt);
        let _ = continuity::Heartbeat::of(&receipt);
    }
}

fn run_competence(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let given = competence::Policy::from_json(text);
    let Ok(policy) = given.or_else(|_| competence::Policy::from_json(r#"{"domain":"*:**"}"#))
    else {
        return;
    };
    let mut seen = Competence::new(pinned(), policy);
    seen.push_validation(data);
    seen.push(data);
    let report = seen.report();
    assert_eq!((report.reported.attempts, report.validated.attempts), (0, 0));
    assert!(report.facts.require(&["completeness", "window"]).is_err());
    for kind in ["attempt", "claim"] {
        if let Ok(content) = competence::content(kind, text) {
            assert_eq!(competence::content(kind, &content).as_ref(), Ok(&content));
        }
    }
    if let Ok(receipt) = Receipt::from_json(data) {
        let own = competence::validation(&receipt, receipt.actor(), r#"{"outcome":"success"}"#);
        let refused = |error: &Error| {
            matches!(error.code(), "ERR_COMPETENCE_SELF" | "ERR_COMPETENCE_MALFORMED")
                || error.code().starts_with("ERR_CAPABILITY_")
                || error.code() == "ERR_LIMIT_EXCEEDED"
        };
        assert!(own.as_ref().is_err_and(refused));
    }
}
