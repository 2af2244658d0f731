//! A key of which a verifier knows enough, something else, nothing or too much, and what its row then says.

use countersign_core::{
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::keys::secret;
use serde_json::{Value, json};

pub(crate) const NOW: UnixSeconds = UnixSeconds(1_760_000_000);
pub(crate) const A: &str = "did:web:a.example";
pub(crate) const B: &str = "did:web:b.example";
/// The key that each row is about. The other key signs beside it, so that the whole is accepted.
pub(crate) const ROW: &str = "did:web:a.example#k";
pub(crate) const OTHER: &str = "did:web:b.example#k";

pub(crate) fn named(id: &str, fill: u8) -> TrustedKey {
    let key = TrustedKey::pinned(secret(fill).public_key().clone());
    TrustedKey { id: Some(id.to_owned()), ..key }
}

pub(crate) fn trusting(keys: impl IntoIterator<Item = TrustedKey>) -> Trust {
    Trust { keys: keys.into_iter().collect(), ..Trust::default() }
}

/// What the verifier is given for the key of the row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Given {
    /// The key that signed.
    Right,
    /// Another key under its name.
    Wrong,
    /// No key.
    Nothing,
    /// So many keys that may be meant that the checks do not last.
    Crowd,
}

impl Given {
    pub(crate) const ALL: [Self; 4] = [Self::Right, Self::Wrong, Self::Nothing, Self::Crowd];

    pub(crate) const fn state(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "failed",
            Self::Nothing | Self::Crowd => "unchecked",
        }
    }

    /// The trust input, and beside it the key of somebody else.
    pub(crate) fn trust(self) -> Trust {
        let own = match self {
            Self::Right => vec![named(ROW, 1)],
            Self::Wrong => vec![named(ROW, 9)],
            Self::Nothing => Vec::new(),
            Self::Crowd => (100..120)
                .map(|fill| TrustedKey::pinned(secret(fill).public_key().clone()))
                .collect(),
        };
        trusting(own.into_iter().chain([named(OTHER, 2)]))
    }

    /// Enough for the signature beside, and for one more.
    pub(crate) const CHECKS: usize = 2;
}

/// Refuses a row unless it says what it should, in the members that all rows have.
pub(crate) fn check_row(verifier: &str, given: Given, row: &Value, codes: [&str; 3]) {
    let [wrong, nothing, crowd] = codes;
    let want = match given {
        Given::Right => Value::Null,
        Given::Wrong => wrong.into(),
        Given::Nothing => nothing.into(),
        Given::Crowd => crowd.into(),
    };
    assert_eq!(
        (&row["state"], &row["code"]),
        (&json!(given.state()), &want),
        "{verifier}, {given:?}: {row}"
    );
    assert_eq!(row["why"].is_string(), given != Given::Right, "{verifier}, {given:?}: {row}");
    assert_eq!(row["signer"].is_null(), given != Given::Right, "{verifier}, {given:?}: {row}");
    if given == Given::Crowd {
        assert!(row["data"]["limit"].is_u64(), "{verifier}: {row}");
    }
}

/// A state and a code.
pub(crate) fn told(row: &Value) -> (String, Option<String>) {
    let text = |name: &str| row[name].as_str().map(str::to_owned);
    (text("state").unwrap(), text("code"))
}

pub(crate) fn want(state: &str, code: Option<&str>) -> (String, Option<String>) {
    (state.to_owned(), code.map(str::to_owned))
}
