//! What the tests of `grant_aid` share.

use countersign_core::{
    grant::aid::{Context, unsigned},
    keys::{PublicKey, SecretKey},
};
use countersign_testkit::records::sign_document;
use serde_json::{Value, json};

pub fn issue(
    draft: &Value,
    from: &SecretKey,
    to: &PublicKey,
    parent: &str,
) -> Result<String, &'static str> {
    let (draft, by) = (draft.to_string(), from.public_key());
    let made = unsigned(&draft, by, to, parent).map_err(|error| error.code())?;
    Ok(sign_document(made, from))
}

pub fn context(case: &Value, grants: &[&Value], told: bool) -> Context {
    let uses: serde_json::Map<String, Value> = grants
        .iter()
        .map(|row| {
            (
                row["id"].as_str().unwrap().to_owned(),
                case["current_uses"].as_u64().unwrap_or(0).into(),
            )
        })
        .collect();
    let mut context = json!({ "capability": case["capability"], "now": case["now"], "uses": uses });
    if told {
        context["region"] = "DE".into();
        context["ip"] = "10.0.0.1".into();
    }
    Context::from_json(&context.to_string()).unwrap()
}
