//! Negative proofs and declarations: what an identity cannot or will not do.
//!
//! ```text
//! proof       : SHA-256("negproof:" ‖ identity ‖ ":" ‖ capability ‖ ":" ‖ reason ‖ ":" ‖ time), signed as hex
//! declaration : "negdecl:" ‖ id ‖ ":" ‖ identity ‖ ":" ‖ capabilities by "," ‖ ":" ‖ reason ‖ ":" ‖ permanent
//! reason      = NotInCeiling | SpawnExclusion { spawn_id: SpawnId("…") } | …   as Rust prints it
//! ```
//!
//! No hash covers the evidence. So it is only checked to be of the reason's kind, to match its own hash,
//! and to support the claim; it remains the maker's word. A capability with a comma is refused in a
//! declaration, because `["a,b"]` and `["a","b"]` would be signed alike.

use serde::{Deserialize, Serialize};

use super::{
    record::{self, Parts, Record},
    spawn::{SpawnReceipts, SpawnRecord},
};
use crate::{
    Error,
    aid::{self, Anchors, Micros, Witness, compact, ensure, split},
    grant::aid::capability,
    print::Written,
};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
enum Reason {
    NotInCeiling,
    NotInLineage,
    SpawnExclusion { spawn_id: String },
    CapabilityNonexistent,
    VoluntaryDeclaration { declaration_id: String },
}

impl Reason {
    /// As Rust's `Debug` prints AgenticIdentity's type.
    fn debug(&self) -> String {
        match self {
            Self::NotInCeiling => "NotInCeiling".into(),
            Self::NotInLineage => "NotInLineage".into(),
            Self::SpawnExclusion { spawn_id } => {
                format!("SpawnExclusion {{ spawn_id: SpawnId({spawn_id:?}) }}")
            }
            Self::CapabilityNonexistent => "CapabilityNonexistent".into(),
            Self::VoluntaryDeclaration { declaration_id } => format!(
                "VoluntaryDeclaration {{ declaration_id: DeclarationId({declaration_id:?}) }}"
            ),
        }
    }
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
enum Evidence {
    CeilingExclusion {
        ceiling: Vec<String>,
        ceiling_hash: String,
    },
    LineageExclusion {
        lineage: Vec<String>,
        ancestor_ceilings: Vec<(String, Vec<String>)>,
        lineage_hash: String,
    },
    SpawnExclusion {
        spawn_id: String,
        spawn_record_hash: String,
        exclusions: Vec<String>,
    },
    Declaration {
        declaration_id: String,
    },
}

fn excludes(ceiling: &[String], capability: &str) -> bool {
    let plain =
        ceiling.iter().all(|pattern| capability::is_pattern(pattern) && !pattern.contains(','));
    plain && !ceiling.is_empty() && !allows(ceiling, capability)
}

/// Whether a list allows any part of a capability, which may be a pattern.
fn allows<T: AsRef<str>>(list: &[T], capability: &str) -> bool {
    list.iter().any(|allowed| capability::overlaps(allowed.as_ref(), capability))
}

/// A proof that an identity cannot do something.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Proof {
    proof_id: String,
    identity: String,
    cannot_do: String,
    reason: Reason,
    evidence: Evidence,
    generated_at: u64,
    valid_until: Option<u64>,
    proof_hash: String,
    signature: String,
}

impl Record for Proof {
    const WHAT: &'static str = "a negative proof";
    const PREFIX: &'static str = "aneg_";
    const UNCOVERED: &'static [&'static str] = &["evidence", "valid_until"];
    const UNPROVEN: &'static [&'static str] = &["evidence", "time"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.proof_id
    }
    fn hash(&self) -> Option<&str> {
        Some(&self.proof_hash)
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        ensure(capability::is_pattern(&self.cannot_do), || Error::AidCapability)?;
        let (who, what, reason) = (&self.identity, &self.cannot_do, self.reason.debug());
        Ok(Parts {
            id_input: Some(self.proof_hash.clone()),
            hash_input: Some(format!("negproof:{who}:{what}:{reason}:{}", self.generated_at)),
            message: self.proof_hash.clone(),
        })
    }
}

impl Proof {
    /// Whether the evidence is of the reason's kind, and supports it.
    fn is_supported(&self) -> bool {
        match (&self.reason, &self.evidence) {
            (Reason::NotInCeiling, Evidence::CeilingExclusion { ceiling, ceiling_hash }) => {
                excludes(ceiling, &self.cannot_do) && aid::hash(&ceiling.join(",")) == *ceiling_hash
            }
            (
                Reason::NotInLineage,
                Evidence::LineageExclusion { lineage, ancestor_ceilings, lineage_hash },
            ) => {
                let above = ancestor_ceilings.iter().map(|(who, _)| who);
                let excluding =
                    ancestor_ceilings.iter().all(|(_, ceiling)| excludes(ceiling, &self.cannot_do));
                !ancestor_ceilings.is_empty()
                    && std::iter::once(&self.identity).chain(above).eq(lineage)
                    && excluding
                    && aid::hash(&lineage.join(",")) == *lineage_hash
            }
            (
                Reason::SpawnExclusion { spawn_id },
                Evidence::SpawnExclusion { spawn_id: same, exclusions, .. },
            ) => {
                let listed = exclusions
                    .iter()
                    .any(|exclusion| capability::covers(exclusion, &self.cannot_do));
                spawn_id == same && listed
            }
            (
                Reason::VoluntaryDeclaration { declaration_id },
                Evidence::Declaration { declaration_id: same },
            ) => declaration_id == same,
            _ => false,
        }
    }
}

/// Verifies a proof.
///
/// # Errors
///
/// As [`super::continuity::verify`]; `ERR_AID_CAPABILITY`, `ERR_AID_NOT_YET`, `ERR_AID_EXPIRED`,
/// `ERR_AID_EVIDENCE`.
pub fn verify_proof(text: &str, now: Micros, anchors: &Anchors) -> Result<String, Error> {
    record::verify(text, anchors, |facts, proof: &Proof| {
        aid::check_start(proof.generated_at, now)?;
        aid::check_end(proof.valid_until, now)?;
        ensure(proof.is_supported(), || Error::AidEvidence)?;
        Ok(facts.text("capability", &proof.cannot_do).json("reason", &compact(&proof.reason)))
    })
}

/// What an identity says that it will not do.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Declaration {
    declaration_id: String,
    identity: String,
    cannot_do: Vec<String>,
    reason: String,
    declared_at: u64,
    permanent: bool,
    witnesses: Vec<Witness>,
    signature: String,
}

impl Record for Declaration {
    const WHAT: &'static str = "a negative declaration";
    const PREFIX: &'static str = "adecl_";
    const UNCOVERED: &'static [&'static str] = &["witnesses"];
    const UNPROVEN: &'static [&'static str] = &["that it is kept", "time"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.declaration_id
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        let plain = |text: &String| capability::is_pattern(text) && !text.contains(',');
        let good = !self.cannot_do.is_empty() && self.cannot_do.iter().all(plain);
        ensure(good, || Error::AidCapability)?;
        let (id, who, list) = (&self.declaration_id, &self.identity, self.cannot_do.join(","));
        Ok(Parts {
            id_input: Some(format!("decl:{who}:{list}:{}", self.declared_at)),
            hash_input: None,
            message: format!("negdecl:{id}:{who}:{list}:{}:{}", self.reason, self.permanent),
        })
    }
}

/// Verifies a declaration. Bad witnesses are facts of the result.
///
/// # Errors
///
/// As [`super::continuity::verify`]; `ERR_AID_CAPABILITY` for none, or one that is not well-formed.
pub fn verify_declaration(text: &str, anchors: &Anchors) -> Result<String, Error> {
    record::verify(text, anchors, |facts: Written, declaration: &Declaration| {
        let id = &declaration.declaration_id;
        let witnesses =
            Witness::check_all(&declaration.witnesses, id, &declaration.identity, anchors);
        Ok(facts
            .texts("capabilities", declaration.cannot_do.iter().map(String::as_str))
            .number("omittedWitnesses", witnesses.omitted as u64)
            .flag("permanent", declaration.permanent)
            .objects("witnesses", witnesses.list.iter(), |row, fact| fact.write(row)))
    })
}

/// Where reasons are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'a> {
    /// What the identity may do at most: a JSON list, or `null` if that is not known. An empty list
    /// excludes everything.
    pub ceiling: &'a str,
    /// Records of spawns.
    pub records: &'a [u8],
    /// The parents' receipts of these spawns, because no signature of a record covers what it leaves out.
    pub receipts: &'a [u8],
    /// Declarations.
    pub declarations: &'a [u8],
}

/// Finds a reason why an identity can do no part of a capability, which may be a pattern. Gives it as
/// JSON, or `null` if there is none. All of the capability must be left out by the ceiling, by the
/// identity's spawn as the parent's receipt proves it, or by a declaration of its own. Records, receipts
/// and declarations must hold, and be signed by those whom `anchors` trust. Nobody can prove that no wider
/// grant followed a spawn.
///
/// # Errors
///
/// `ERR_AID_CAPABILITY`, also for a ceiling that is not well-formed; the codes of records, receipts
/// and declarations that do not hold.
pub fn find_reason(
    identity: &str,
    capability: &str,
    sources: &Sources<'_>,
    anchors: &Anchors,
) -> Result<String, Error> {
    ensure(capability::is_pattern(capability), || Error::AidCapability)?;
    let ceiling: Option<Vec<String>> = aid::read_exact(sources.ceiling, "a ceiling")?;
    if let Some(ceiling) = ceiling {
        ensure(ceiling.iter().all(|pattern| capability::is_pattern(pattern)), || {
            Error::AidCapability
        })?;
        if !allows(&ceiling, capability) {
            return Ok(compact(&Reason::NotInCeiling));
        }
    }
    if let Some(spawn_id) = exclusion(identity, capability, sources, anchors)? {
        return Ok(compact(&Reason::SpawnExclusion { spawn_id }));
    }
    let covered = |list: &[&str]| list.iter().any(|listed| capability::covers(listed, capability));
    for text in split(sources.declarations)? {
        let declaration = record::read::<Declaration>(text)?.value;
        record::check(&declaration, anchors)?;
        let list: Vec<&str> = declaration.cannot_do.iter().map(String::as_str).collect();
        if declaration.identity == identity && covered(&list) {
            let declaration_id = declaration.declaration_id;
            return Ok(compact(&Reason::VoluntaryDeclaration { declaration_id }));
        }
    }
    Ok("null".to_owned())
}

/// Finds a spawn of the identity that left the capability out, as the parent's receipt proves.
fn exclusion(
    identity: &str,
    capability: &str,
    sources: &Sources<'_>,
    anchors: &Anchors,
) -> Result<Option<String>, Error> {
    let evidence = SpawnReceipts::read(sources.receipts, anchors)?;
    for record in SpawnRecord::read_all(sources.records)? {
        record.check(anchors)?;
        let proven = evidence.check(&record).transpose()?.is_some();
        let granted = record.granted();
        let clear = granted.iter().all(|pattern| capability::is_pattern(pattern));
        let left_out =
            allows(&record.ceiling(), capability) && clear && !allows(&granted, capability);
        if record.child_id == identity && !record.terminated && proven && left_out {
            return Ok(Some(record.id));
        }
    }
    Ok(None)
}
