//! Capabilities and addresses of AgenticIdentity.

use countersign_core::{
    aid::Anchors,
    grant::aid::{Context, capability, verify},
};
use countersign_testkit::keys::secret;
use serde_json::json;

use crate::support::{aid_vectors::cases, grant_aid::issue};

#[test]
fn capabilities_are_strict_and_upstream_is_reproduced() {
    for case in cases("capability_matching") {
        let (pattern, uri) = (case["pattern"].as_str().unwrap(), case["uri"].as_str().unwrap());
        assert_eq!(capability::upstream(pattern, uri), case["allowed"], "{pattern} {uri}");
        let strict = capability::is_pattern(pattern) && capability::is_pattern(uri);
        assert_eq!(capability::covers(pattern, uri), strict && case["allowed"] == true);
    }
    for case in cases("capability_sets") {
        let list =
            |name: &str| -> Vec<String> { serde_json::from_value(case[name].clone()).unwrap() };
        assert_eq!(capability::covers_all(&list("granted"), &list("requested")), case["cover_all"]);
    }
    for bad in [
        "",
        "/",
        ":",
        "a:",
        "a//b",
        "storage/../etc",
        "a/./b",
        "a%2fb",
        "a b",
        "a\nb",
        "a\0",
        "a?b",
        "a#b",
        "a*",
        "*a",
        "a:*:b",
        "**",
        "a:**",
        "\u{430}",
        "read:\u{fb01}le",
        "a\\b",
    ] {
        assert!(!capability::is_pattern(bad), "{bad:?}");
        assert!(!capability::covers("*", bad), "{bad:?}");
    }
    for good in ["*", "a", "a:*", "a/*", "a:b/c:*", "read:calendar", "a.b-c_d~e@f"] {
        assert!(capability::covers("*", good), "{good}");
    }
    assert!(!capability::covers("a:*", "*"));
}

#[test]
fn addresses_are_in_their_prefixes() {
    let allowed = |entry: &str, ip: &str| {
        let draft = json!({
            "capabilities": [{ "uri": "a" }],
            "constraints": { "not_before": 0, "ip_allowlist": [entry] },
            "granted_at": 0,
        });
        let grant = issue(&draft, &secret(1), secret(2).public_key(), "").unwrap();
        let context = json!({ "capability": "a", "now": 0, "ip": ip }).to_string();
        verify(&grant, &Anchors::embedded(), &Context::from_json(&context).unwrap(), &[]).is_ok()
    };
    for (entry, ip, want) in [
        ("10.0.0.1", "10.0.0.1", true),
        ("10.0.0.1", "10.0.0.2", false),
        ("10.0.0.0/8", "10.255.1.2", true),
        ("10.0.0.0/8", "11.0.0.1", false),
        ("0.0.0.0/0", "11.0.0.1", true),
        ("10.0.0.0/33", "10.0.0.0", false),
        ("10.0.0.0/x", "10.0.0.0", false),
        ("2001:db8::/32", "2001:db8:1::1", true),
        ("2001:db8::/32", "10.0.0.1", false),
        ("10.0.0.0/8", "::ffff:10.0.0.1", true),
        ("nonsense", "10.0.0.1", false),
        ("10.0.0.1", "nonsense", false),
    ] {
        assert_eq!(allowed(entry, ip), want, "{entry} {ip}");
    }
}
