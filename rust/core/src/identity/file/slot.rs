//! Slots: each holds the file key, encrypted under one secret. The form is in [`super`].

use super::{MAX_LABEL, MAX_SLOTS, check_cost, malformed, read_nonce};
use crate::{
    Error,
    encoding::base64url,
    hazmat::argon2id::{Cost, MAX_WORK},
    label,
    print::Written,
    record::{self, Record, label_bytes},
};

/// Longest credential id (Web Authentication, section 5.1).
const MAX_CREDENTIAL: usize = 1_023;
/// Longest host name.
const MAX_PARTY: usize = 253;

/// What opens a slot.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A passphrase, at this cost.
    Passphrase(Cost),
    /// 32 random bytes.
    Recovery,
    /// A passkey, by its PRF.
    Passkey {
        /// Its credential id.
        credential: Vec<u8>,
        /// The relying party it is bound to.
        party: String,
    },
}

/// A slot before it holds anything: what its secret is made of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SlotSettings {
    pub(in crate::identity) kind: Kind,
    pub(in crate::identity) label: Option<String>,
    pub(in crate::identity) salt: [u8; 32],
}

/// A slot of a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Slot {
    pub(in crate::identity) id: [u8; 16],
    pub(in crate::identity) settings: SlotSettings,
    pub(in crate::identity) commitment: [u8; 32],
    pub(in crate::identity) nonce: [u8; 24],
    pub(in crate::identity) wrapped: [u8; 48],
}

impl Kind {
    /// The name.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Passphrase(_) => "passphrase",
            Self::Recovery => "recovery",
            Self::Passkey { .. } => "passkey",
        }
    }

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        match record.line("kind", 1..=16)? {
            "passphrase" => {
                let memory = record.whole("memory", u64::MAX)?;
                let (iterations, lanes) =
                    (record.whole("iterations", u64::MAX)?, record.whole("parallelism", u64::MAX)?);
                Ok(Self::Passphrase(check_cost(Cost::new(memory, iterations, lanes)?)?))
            }
            "recovery" => Ok(Self::Recovery),
            "passkey" => Ok(Self::Passkey {
                credential: record.bytes("credential", 1..=MAX_CREDENTIAL)?,
                party: record.line("relyingParty", 1..=MAX_PARTY)?.to_owned(),
            }),
            _ => Err(malformed("kind", "it must be passphrase, recovery or passkey")),
        }
    }
}

impl SlotSettings {
    /// Reads them from JSON: `kind`, `salt`, `label` if it has one, and the members of its kind.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_MALFORMED`, `ERR_BYTES_LENGTH`, `ERR_ARGON2ID_COST`.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        let settings = Self::read(&mut record)?;
        record.end()?;
        Ok(settings)
    }

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        Ok(Self {
            kind: Kind::read(record)?,
            label: record
                .maybe("label", |record, name| record.line(name, 1..=MAX_LABEL))?
                .map(str::to_owned),
            salt: record.array("salt")?,
        })
    }
}

impl Slot {
    /// Its name in a file.
    #[must_use]
    pub fn id(&self) -> String {
        base64url::encode(&self.id)
    }

    /// What opens it.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.settings.kind
    }

    /// What a caller needs to open it.
    pub(super) fn facts(&self, row: Written) -> Written {
        self.write_with(row, [None; 3])
    }

    /// Memory times iterations of its Argon2id, in KiB; 0 for another kind.
    pub(super) fn work(&self) -> u64 {
        let work = |cost: Cost| u64::from(cost.memory()) * u64::from(cost.iterations());
        if let Kind::Passphrase(cost) = self.settings.kind { work(cost) } else { 0 }
    }

    /// What the encryption of the file key is bound to: all but `wrapped`.
    pub(super) fn associated(&self) -> Vec<u8> {
        let slot =
            self.write_with(Written::new(), [Some(&self.commitment), Some(&self.nonce), None]);
        label_bytes(label::IDENTITY_SLOT, slot.end().as_bytes())
    }

    /// Writes all members.
    pub(super) fn write(&self, row: Written) -> Written {
        self.write_with(row, [Some(&self.commitment), Some(&self.nonce), Some(&self.wrapped)])
    }

    /// Writes the members in their order; of commitment, nonce and `wrapped` those that are given.
    fn write_with(
        &self,
        row: Written,
        [commitment, nonce, wrapped]: [Option<&[u8]>; 3],
    ) -> Written {
        let number = |name| move |row: Written, number: u32| row.number(name, number.into());
        let SlotSettings { kind, label, salt } = &self.settings;
        let cost = if let Kind::Passphrase(cost) = kind { Some(*cost) } else { None };
        let (credential, party) = match kind {
            Kind::Passkey { credential, party } => (Some(credential.as_slice()), Some(party)),
            _ => (None, None),
        };
        row.maybe(commitment, |row, bytes| row.bytes("commitment", bytes))
            .maybe(credential, |row, bytes| row.bytes("credential", bytes))
            .text("id", &self.id())
            .maybe(cost.map(Cost::iterations), number("iterations"))
            .text("kind", kind.as_str())
            .maybe(label.as_ref(), |row, label| row.text("label", label))
            .maybe(cost.map(Cost::memory), number("memory"))
            .maybe(nonce, |row, bytes| row.bytes("nonce", bytes))
            .maybe(cost.map(Cost::parallelism), number("parallelism"))
            .maybe(party, |row, party| row.text("relyingParty", party))
            .bytes("salt", salt)
            .maybe(wrapped, |row, bytes| row.bytes("wrapped", bytes))
    }
}

pub(super) fn read_all(record: &mut Record<'_>) -> Result<Vec<Slot>, Error> {
    let mut slots: Vec<Slot> = Vec::new();
    for mut item in record.objects("slots", MAX_SLOTS)? {
        let slot = Slot {
            id: item.array("id")?,
            settings: SlotSettings::read(&mut item)?,
            commitment: item.array("commitment")?,
            nonce: read_nonce(&mut item)?,
            wrapped: item.array("wrapped")?,
        };
        item.end()?;
        if slots.iter().any(|other| other.id == slot.id) {
            return Err(malformed("slots", "two slots have one id"));
        }
        slots.push(slot);
    }
    check_work(&slots)?;
    if slots.is_empty() { Err(malformed("slots", "it must hold a slot")) } else { Ok(slots) }
}

/// Refuses slots that cost too much. All of them may be tried, so together they may cost no more than one.
fn check_work(slots: &[Slot]) -> Result<(), Error> {
    let work: u64 = slots.iter().map(Slot::work).sum();
    if work > MAX_WORK {
        return Err(Error::Argon2idCost("at most 8 GiB over all slots and iterations"));
    }
    Ok(())
}
