//! Spawn, version 1: an identity makes others, and bounds at birth what each of them may ever do.
//!
//! A parent signs a **spawn**: who the child is, by which key it acts, what for, and the bounds of
//! its life. The child signs an **acceptance** with its own key, which only it holds. Only grants
//! ([`crate::grant`]) carry authority, and a grant to a child holds only within the bounds of its spawn. So
//! the parent can renew authority by another grant as often as it likes, but never beyond the bounds.
//!
//! ```text
//! id = "spawn:" ‖ base64url(SHA-256(lp("countersign/spawn-id/v1") ‖ JCS(whole spawn)))
//! ```
//!
//! [`crate::signed_record`] says how records are signed, and what `lp` is. These are their members, and they
//! have no others:
//!
//! | Record, `type` `countersign/…/v1` | Signed by | Members |
//! | --- | --- | --- |
//! | `spawn` | the parent | `parent`, `parentKey`, `keyId`?, `child`, `childKey`, `purpose`, `ceiling`, `depth`, `children`, `number`, `above`?, `guardian`?, `issued`, `expires`, `nonce` |
//! | `spawn-acceptance` | the child | `spawn`, `key`, `issued` |
//! | `spawn-termination` | see below | `spawn`, `terminator`, `key`, `keyId`?, `issued`, `effective`, `reason`? |
//! | `spawn-completion` | the child | `spawn`, `key`, `issued`, `outcome`? |
//!
//! | Member | Value | Holds if |
//! | --- | --- | --- |
//! | `parent`, `child`, `terminator` | a DID in canonical spelling, at most 8192 bytes | it is the DID of its key |
//! | `parentKey`, `childKey`, `key`, `guardian` | Multikey | no child has a key of a generation above it |
//! | `keyId` | name of the signing key in a trust input | |
//! | `purpose`, `reason`, `outcome` | text, 1 to 8192 bytes | |
//! | `ceiling` | 1 to 64 capabilities, none twice | within the ceiling above; every grant is within it |
//! | `depth` | how many generations may follow, 0 to 15 | less than the one above |
//! | `children` | how many children the child may have, 0 to 65,535 | |
//! | `number` | which child of its parent this is, from 0 | less than `children` above; no sibling has the same |
//! | `above` | id of the parent's own spawn; absent in the first generation | it is that id |
//! | `issued` | Unix seconds | within the life of the parent |
//! | `expires` | first second after its life | not later than the one above |
//! | `nonce` | base64url of 16 to 64 bytes | |
//! | `effective` | first second at which the child is ended | |
//!
//! Children are numbered, so a verifier needs no list of all children to see that there are not too many.
//! Whoever sees two children with one number finds out the parent that gave it twice.
//!
//! **Ending.** A child can be ended by its parent, by every ancestor, and by a guardian that its spawn or one
//! above it names. Its own completion ends it too, and so does its time. Everybody below it ends with it. An
//! end by anybody else counts for nothing. An end that cannot be read makes `termination` fail. A key that may
//! end a child can do so even if the trust input rules it out by now, as with grants
//! ([`crate::grant::Revocation`]).
//!
//! A lineage is `[{ "spawn", "acceptance"? }]`, the first generation first, at most
//! [`MAX_GENERATIONS`]. Ends and relatives cross as frames, at most [`MAX_ENDS`] and [`MAX_FAMILY`].
//!
//! **Cost**, in signature checks: [`verify`] makes at most two for each generation (spawn and acceptance), one for
//! each end, one for each relative, and those of [`crate::grant::verify_chain`] for grants: 32, 1024, 4096 and 272,
//! so 5424. An end or a relative of a stranger costs none. [`super::negative::exclude_by_lineage`] makes one for each
//! generation: 16.

mod ends;
mod family;
mod issue;
mod lineage;
mod options;
mod record;
mod report;
mod verify;

pub use issue::{accept, complete, prepare, terminate, unsigned};
pub use lineage::{Lineage, Link};
pub use options::Options;
pub use record::{Acceptance, Completion, Spawn, Termination};
pub use report::{Evidence, FACTS, Report};
pub use verify::verify;

/// Most generations of a lineage.
pub const MAX_GENERATIONS: usize = 16;

/// Most ends in one verification.
pub const MAX_ENDS: usize = 1024;

/// Most relatives in one verification.
pub const MAX_FAMILY: usize = 4096;

/// Most children of one identity.
pub const MAX_CHILDREN: u64 = 65_535;
