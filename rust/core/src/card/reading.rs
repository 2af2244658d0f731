//! Which bytes a card signature covers: four open questions, answered by name
//! (specs: A2A 1.0.1 section 8.4.1; the readings of `a2a-card-sign-v01`).
//!
//! | Axis | Values, the default first |
//! | --- | --- |
//! | `defaults` | `rule-1-as-written`, `prune-empty`, `prune-protojson`, `served-as-is` |
//! | `absentRequired` | `served-scope`, `descriptor-scope` |
//! | `unknown` | `retain`, `exclude`, `reject` |
//! | `dualNames` | `refuse`, `tolerate` |
//!
//! - `rule-1-as-written`: a plain field at its default is left out, children
//!   first; REQUIRED and `optional` fields stay.
//! - `prune-empty`: empty strings, arrays, objects and `null` are left out, at every depth.
//! - `prune-protojson`: a plain field at its default is left out, then `prune-empty`:
//!   what the first-party SDKs do.
//! - `served-as-is`: nothing is left out.
//! - `descriptor-scope`: an absent REQUIRED field is written at its default.
//!
//! A value whose type is not the field's is data, and stays. The content of a
//! `Struct` is data too. Only the top-level `signatures` are never covered. One
//! verification uses one reading; two forms are never tried.

use countersign_kernels::json::Kind;

use crate::{Error, encoding::document::Node, error::excerpt, print::Written};

/// How default-valued fields count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Defaults {
    /// Section 8.4.1 rule 1.
    #[default]
    Rule1AsWritten,
    /// Empty values are left out.
    PruneEmpty,
    /// Plain defaults are left out, then empty values.
    PruneProtoJson,
    /// Nothing is left out.
    ServedAsIs,
}

/// How absent REQUIRED fields count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum AbsentRequired {
    /// They stay absent.
    #[default]
    ServedScope,
    /// They are written at their default.
    DescriptorScope,
}

/// How fields outside the schema count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Unknown {
    /// They are covered.
    #[default]
    Retain,
    /// They are left out, at every depth.
    Exclude,
    /// A card that has one is refused.
    Reject,
}

/// What happens to one field under both its names.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum DualNames {
    /// The card is refused.
    #[default]
    Refuse,
    /// Both stay as served.
    Tolerate,
}

/// One answer for each axis.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Reading {
    /// Default-valued fields.
    pub defaults: Defaults,
    /// Absent REQUIRED fields.
    pub absent_required: AbsentRequired,
    /// Fields outside the schema.
    pub unknown: Unknown,
    /// One field under both its names.
    pub dual_names: DualNames,
}

impl Reading {
    /// What the first-party SDKs do (a2a-sdk for Python, `@a2a-js/sdk`).
    pub const A2A_SDK: Self = Self {
        defaults: Defaults::PruneProtoJson,
        absent_required: AbsentRequired::ServedScope,
        unknown: Unknown::Exclude,
        dual_names: DualNames::Refuse,
    };

    /// The reading of a name: a preset (`default`, `a2a-sdk`, `a2a-go`), or the
    /// value of one axis, the others at their defaults.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_READING` for any other name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        match name {
            "default" => return Ok(Self::default()),
            "a2a-sdk" => return Ok(Self::A2A_SDK),
            "a2a-go" => return Self::from_name("served-as-is"),
            _ => {}
        }
        let mut reading = Self::default();
        let found = DEFAULTS.set(name, &mut reading.defaults)
            || ABSENT.set(strip_question(name, "rule-1-"), &mut reading.absent_required)
            || UNKNOWN.set(strip_question(name, "unknown-"), &mut reading.unknown)
            || DUAL.set(strip_question(name, "dual-name-"), &mut reading.dual_names);
        if found { Ok(reading) } else { Err(Error::CardReading(excerpt(name))) }
    }

    /// Reads a name, or `{ defaults?, absentRequired?, unknown?, dualNames? }`.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_READING` for anything else, and for `descriptor-scope` with
    /// `defaults` other than rule 1, which no two readers would read alike.
    pub fn from_json(value: Node<'_>) -> Result<Self, Error> {
        if let Some(name) = value.as_str() {
            return Self::from_name(name);
        }
        if value.kind() != Kind::Object {
            return Err(Error::CardReading(excerpt(&value.canonical()?)));
        }
        let mut reading = Self::default();
        for (axis, value) in value.members() {
            let [axis, name] = [axis, value].map(|node| node.as_str().unwrap_or_default());
            let found = match axis {
                "defaults" => DEFAULTS.set(name, &mut reading.defaults),
                "absentRequired" => ABSENT.set(name, &mut reading.absent_required),
                "unknown" => UNKNOWN.set(name, &mut reading.unknown),
                "dualNames" => DUAL.set(name, &mut reading.dual_names),
                _ => false,
            };
            if !found {
                let value = value.canonical()?;
                return Err(Error::CardReading(excerpt(&format!("{axis}: {value}"))));
            }
        }
        let adds = reading.absent_required == AbsentRequired::DescriptorScope;
        if adds && reading.defaults != Defaults::Rule1AsWritten {
            return Err(Error::CardReading("absentRequired: descriptor-scope".to_owned()));
        }
        Ok(reading)
    }

    /// As JSON text, every axis spelled out.
    #[must_use]
    pub fn to_json(self) -> String {
        Written::new()
            .text("absentRequired", ABSENT.name(self.absent_required))
            .text("defaults", DEFAULTS.name(self.defaults))
            .text("dualNames", DUAL.name(self.dual_names))
            .text("unknown", UNKNOWN.name(self.unknown))
            .end()
    }
}

/// The answer in a name of the vectors, which repeat the question: `unknown-reject`.
fn strip_question<'a>(name: &'a str, question: &str) -> &'a str {
    name.strip_prefix(question).unwrap_or(name)
}

/// The names of one axis.
struct Names<T: 'static>(&'static [(&'static str, T)]);

impl<T: Copy + Eq> Names<T> {
    /// Sets `to` to the value that `name` stands for; `false` if there is none.
    fn set(&self, name: &str, to: &mut T) -> bool {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.inspect(|(_, value)| *to = *value).is_some()
    }

    fn name(&self, value: T) -> &'static str {
        self.0.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
    }
}

const DEFAULTS: Names<Defaults> = Names(&[
    ("rule-1-as-written", Defaults::Rule1AsWritten),
    ("prune-empty", Defaults::PruneEmpty),
    ("prune-protojson", Defaults::PruneProtoJson),
    ("served-as-is", Defaults::ServedAsIs),
]);

const ABSENT: Names<AbsentRequired> = Names(&[
    ("served-scope", AbsentRequired::ServedScope),
    ("descriptor-scope", AbsentRequired::DescriptorScope),
]);

const UNKNOWN: Names<Unknown> = Names(&[
    ("retain", Unknown::Retain),
    ("exclude", Unknown::Exclude),
    ("reject", Unknown::Reject),
]);

const DUAL: Names<DualNames> =
    Names(&[("refuse", DualNames::Refuse), ("tolerate", DualNames::Tolerate)]);
