//! Against serde_json, which writes the members of a type in their order, and those of a map sorted.

use serde::Serialize;
use serde_json::json;

use super::{Reply, Request};
use crate::encoding::{base64url, go};

/// What JSON escapes, what Go escapes besides, and what neither does.
const TEXT: &str = "a\"b\\c<d>e&f\u{2028}g\u{2029}h€é\u{1f600}\u{7f}\u{1}\n\t/";

fn text_of(name: &str) -> String {
    format!("{name} {TEXT}")
}

fn write_by_serde(value: &impl Serialize) -> String {
    go::escaped(serde_json::to_string(value).unwrap_or_default())
}

#[test]
fn a_request_is_written_as_by_serde() {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Theirs {
        enc: String,
        eph_c: String,
        export_ctx: String,
        info: String,
        init_did: String,
        nonce: String,
        resp_did: String,
        ts: String,
    }
    let [enc, eph_c, export_ctx, info, init_did, nonce, resp_did, ts] =
        ["a", "b", "c", "d", "e", "f", "g", "h"].map(text_of);
    let ours = Request {
        enc: enc.clone(),
        eph_c: eph_c.clone(),
        export_ctx: export_ctx.clone(),
        info: info.clone(),
        init_did: init_did.clone(),
        nonce: nonce.clone(),
        resp_did: resp_did.clone(),
        ts: ts.clone(),
    };
    let theirs = Theirs { enc, eph_c, export_ctx, info, init_did, nonce, resp_did, ts };
    assert_eq!(ours.to_json(), write_by_serde(&theirs));
}

#[test]
fn a_reply_is_written_as_by_serde() {
    let [v, task, ctx, kid, eph_s, ack_tag, ts, did, info_hash, export_ctx_hash, enc, eph_c] =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"].map(text_of);
    let sorted = json!({
        "v": v, "task": task, "ctx": ctx, "kid": kid, "ephS": eph_s, "ackTagB64": ack_tag, "ts": ts,
        "did": did, "infoHash": info_hash, "exportCtxHash": export_ctx_hash, "enc": enc, "ephC": eph_c,
        "sigB64": base64url::encode(b"signature"),
    });
    let names = ["v", "task", "ctx", "kid", "ephS", "ackTagB64", "ts", "did", "infoHash"];
    let names = names.into_iter().chain(["exportCtxHash", "enc", "ephC"]);
    let members = names.map(|name| format!("\"{name}\":{}", sorted[name]));
    let signed = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    let reply = Reply {
        v,
        task,
        ctx,
        kid,
        eph_s,
        ack_tag,
        ts,
        did,
        info_hash,
        export_ctx_hash,
        enc,
        eph_c,
    };
    assert_eq!(reply.signing_input(), go::escaped(signed));
    assert_eq!(reply.to_json(b"signature"), write_by_serde(&sorted));
}
