//! The one error type, and the stable code of each failure.
//!
//! The tables in the files of this folder are the only place where a name, its code, its message, its data and its cure
//! meet; features that belong together share a file. A code is never renamed or reused. `npm run generate` writes the
//! TypeScript union of all codes, and their cures.
//!
//! A message says what was expected and what came; the cure beside it says what to do. A message never holds a key, a
//! token or plaintext, and neither does the data. Failures that an attacker could learn from share a code.
//!
//! | Data | What it is |
//! | --- | --- |
//! | `member` | the name of the member, field, option or part that is wrong |
//! | `path` | where it stands: a JSON pointer, or the path of a field |
//! | `at` | where it stands: a byte of the text, or the index of an element, from 0 |
//! | `want` | what was expected: a length in bytes, a type, a name; or words that say what may be |
//! | `got` | what came instead; a number if `want` is one |
//! | `limit` | the most that is allowed |
//! | `reason` | what is wrong, in words |
//!
//! `at` and `limit` are numbers; `member`, `path` and `reason` are text.
//!
//! Where a row of a report is refused with a code, the code says the state of the row too ([`Error::state`]): a table marks
//! with `unchecked` the codes that mean that nobody can say with what was given. All others mean that it does not hold.
//!
//! A time is in Unix seconds, and of a receipt in Unix milliseconds. Of text that came from somebody, `got` has the first
//! letters. A test lists the codes without data, each with the reason: a new code has data, or is put there.
//!
//! An error is two machine words, so that returning one is cheap: a pointer to what its code has in common, and a
//! pointer to its data, which is null for most.

mod aid;
mod card;
mod cure;
mod datum;
mod did;
mod encoding;
mod engine;
mod grant;
mod http_sig;
mod identity;
mod identity_file;
mod jws;
mod keys;
mod peer;
mod pop;
mod receipt;
mod ring;
mod session;

pub use datum::Datum;
pub(crate) use datum::excerpt;

/// Everything that can go wrong, with the facts a person needs to fix it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Error {
    kind: &'static Kind,
    data: Option<Box<Data>>,
}

/// What all errors of one code share.
#[derive(Debug, Eq, PartialEq)]
struct Kind {
    code: &'static str,
    /// Has `{name}` where the datum of that name goes.
    message: &'static str,
    /// Whether it means that nobody can say with what was given.
    unchecked: bool,
}

#[derive(Clone, Debug, Eq, PartialEq)]
struct Data(Vec<(&'static str, Datum)>);

impl Error {
    const fn plain(kind: &'static Kind) -> Self {
        Self { kind, data: None }
    }

    #[cold]
    fn with(kind: &'static Kind, data: Vec<(&'static str, Datum)>) -> Self {
        Self { kind, data: Some(Box::new(Data(data))) }
    }

    /// The stable code, the same in Rust, WebAssembly and Node.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code
    }

    /// The state of a [fact](crate::fact) or row that is refused with this error: `unchecked` if nobody can say with what
    /// was given (no trusted key, no check left, no such algorithm), else `failed`.
    #[must_use]
    pub const fn state(&self) -> &'static str {
        if self.kind.unchecked { "unchecked" } else { "failed" }
    }

    /// Tells whether this is an error of that code.
    #[must_use]
    pub fn is(&self, code: &str) -> bool {
        self.code() == code
    }

    /// The facts of this failure, by the names that the table of this module explains.
    #[must_use]
    pub fn data(&self) -> &[(&'static str, Datum)] {
        self.data.as_ref().map_or(&[], |data| &data.0)
    }

    /// The fact of that name.
    #[must_use]
    pub fn datum(&self, name: &str) -> Option<&Datum> {
        self.data().iter().find_map(|(known, datum)| (*known == name).then_some(datum))
    }

    /// JSON text of an object: `message`, and the data by name.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write_data(Written::new()).text("message", &self.to_string()).end()
    }

    /// Writes the data by name.
    pub(crate) fn write_data(&self, members: Written) -> Written {
        self.data().iter().fold(members, |members, (name, datum)| match datum {
            Datum::Text(text) => members.text(name, text),
            Datum::Number(_) => members.json(name, &datum.to_string()),
        })
    }
}

impl core::fmt::Display for Error {
    /// The message, with the data in its places.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut rest = self.kind.message;
        while let Some((before, name, after)) = placeholder(rest) {
            f.write_str(before)?;
            match self.datum(name) {
                Some(datum) => datum.fmt(f)?,
                None => write!(f, "{{{name}}}")?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl core::error::Error for Error {}

/// What stands before the first `{name}`, the name, and what follows.
fn placeholder(message: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = message.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Declares the errors of a feature from one table: a constant for each that has no data, a function of its data
/// for each other. A code that means that nobody can say is marked `unchecked`.
macro_rules! errors {
    ($($(#[$doc:meta])+ $name:ident $(($($datum:ident: $ty:ty),+))? = $code:literal, $message:literal $(, $mark:ident)? => $cure:expr;)+) => {
        #[allow(non_upper_case_globals, non_snake_case, reason = "one spelling for errors with data and without")]
        impl Error {
            $($crate::error::declare! { $(#[$doc])+ $name $(($($datum: $ty),+))? = $code, $message $(, $mark)? })+
        }

        pub(super) const TABLE: &[crate::error::Row] = &[$(crate::error::Row {
            code: $code,
            message: $message,
            cure: $cure,
            data: &[$($(stringify!($datum)),+)?],
            types: &[$($(stringify!($ty)),+)?],
            unchecked: $crate::error::marked!($($mark)?),
        }),+];
    };
}

macro_rules! declare {
    ($(#[$doc:meta])+ $name:ident = $code:literal, $message:literal $(, $mark:ident)?) => {
        $(#[$doc])+
        pub const $name: Self = Self::plain(&$crate::error::kind!($code, $message $(, $mark)?));
    };
    ($(#[$doc:meta])+ $name:ident($($datum:ident: $ty:ty),+) = $code:literal, $message:literal $(, $mark:ident)?) => {
        $(#[$doc])+
        #[cold]
        #[must_use]
        pub fn $name($($datum: $ty),+) -> Self {
            Self::with(
                &$crate::error::kind!($code, $message $(, $mark)?),
                vec![$((stringify!($datum), $datum.into())),+],
            )
        }
    };
}

macro_rules! kind {
    ($code:literal, $message:literal $(, $mark:ident)?) => {
        Kind { code: $code, message: $message, unchecked: $crate::error::marked!($($mark)?) }
    };
}

macro_rules! marked {
    () => {
        false
    };
    (unchecked) => {
        true
    };
}

use {declare, errors, kind, marked};

use crate::print::Written;

/// What the tables say of one code.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The stable code.
    pub code: &'static str,
    /// The message, with `{name}` where a datum goes.
    pub message: &'static str,
    /// What to do about it, in a sentence or two. An [`Error`] does not carry it: a page would pay for each.
    pub cure: &'static str,
    /// Names of the data.
    pub data: &'static [&'static str],
    /// Their types in Rust, in the same order.
    pub types: &'static [&'static str],
    /// Whether it means that nobody can say with what was given ([`Error::state`]).
    pub unchecked: bool,
}

/// Every code of [`Error`], in alphabetical order.
#[must_use]
pub fn table() -> Vec<Row> {
    let tables = [
        aid::TABLE,
        card::TABLE,
        did::TABLE,
        encoding::TABLE,
        engine::TABLE,
        grant::TABLE,
        http_sig::TABLE,
        identity::TABLE,
        identity_file::TABLE,
        jws::TABLE,
        keys::TABLE,
        peer::TABLE,
        pop::TABLE,
        receipt::TABLE,
        ring::TABLE,
        session::TABLE,
    ];
    let mut rows = tables.concat();
    rows.sort_unstable_by_key(|row| row.code);
    rows
}
