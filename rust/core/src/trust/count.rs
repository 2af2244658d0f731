//! How often the key of an entry was found to be a signer's.

use core::cell::Cell;

/// A counter of the signatures for which the key of an entry was found. It takes 8 bytes, and says nothing of trust:
/// entries that differ in it alone are equal.
///
/// [`ProvenKey::listed`](super::ProvenKey::listed) counts, whichever verifier asks; [`Prepared`](super::Prepared) looks at
/// the count. Verifiers of records find the key before they check the signature, so a signature that fails may count. It
/// decides nothing but when a trusted key gets its tables.
#[derive(Clone, Debug, Default)]
pub struct Proofs(Cell<usize>);

/// The key has tables, or cannot have any.
const ENDED: usize = usize::MAX;

impl Proofs {
    /// None so far.
    #[must_use]
    pub const fn new() -> Self {
        Self(Cell::new(0))
    }

    /// How many; `usize::MAX` once the key has tables.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.0.get()
    }

    /// Counts one.
    pub(super) fn note(&self) {
        // At its greatest the count has ended.
        self.0.set(self.0.get().saturating_add(1));
    }

    /// Whether there were as many as `number`, and the count goes on.
    pub(super) fn is_due(&self, number: usize) -> bool {
        (number..ENDED).contains(&self.0.get())
    }

    /// Ends the count.
    pub(super) fn end(&self) {
        self.0.set(ENDED);
    }
}

impl PartialEq for Proofs {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Proofs {}
