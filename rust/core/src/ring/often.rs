//! What makes a ring that is used often faster: tables of its members, from its second use on. They take about the time of
//! one signature, and take the place of seven in eight doublings of those that follow.
//!
//! Signing begins after the signer, and goes round. Where all tables do not fit a near cache, those that were read last are
//! nearer than the others, so that it shows where the signer stands: in a ring of 32 by a thousandth of its time
//! (`npm run timing` found it). So large rings sign without tables. Who verifies has no secret.

use core::cell::{Cell, OnceCell};

use super::curve::{Curve, Pair};
use crate::Error;

/// Most members that get tables, 20 KB each.
pub(super) const MOST: usize = 128;

/// Most members whose tables a signature uses: 160 KB.
pub(super) const MOST_SIGNING: usize = 8;

/// Whether a ring was used, and the tables of its members, if its curve has any.
pub(super) struct Often<C: Curve> {
    was_used: Cell<bool>,
    tables: OnceCell<Option<Vec<C::Tables>>>,
}

impl<C: Curve> Default for Often<C> {
    fn default() -> Self {
        Self { was_used: Cell::new(false), tables: OnceCell::new() }
    }
}

/// How the rounds of a signature are computed, with its image ready for it.
pub(super) enum Way<'a, C: Curve> {
    Plain(C::Image),
    Tables { members: &'a [C::Tables], image: C::ImageTables },
}

impl<C: Curve> Often<C> {
    /// The way for the next signature of a ring of these members, with tables if they are at most `most`.
    pub(super) fn way<'a>(
        &self,
        most: usize,
        image: &C::Point,
        members: impl ExactSizeIterator<Item = &'a Pair<C>>,
    ) -> Way<'_, C>
    where
        C: 'a,
    {
        let often = self.was_used.replace(true) && members.len() <= most;
        let tables = || members.map(C::tables).collect();
        let members = if often { self.tables.get_or_init(tables).as_deref() } else { None };
        match members.and_then(|members| Some((members, C::image_tables(image)?))) {
            Some((members, image)) => Way::Tables { members, image },
            None => Way::Plain(C::prepare(image)),
        }
    }
}

impl<C: Curve> Way<'_, C> {
    /// Brings all members' tables into the caches. The signer's own are used in no round, so after a signature they lie in
    /// farther caches than the others, and the next one would tell by its time who made the last.
    pub(super) fn read_tables(&self) {
        if let Self::Tables { members, .. } = self {
            members.iter().for_each(C::read_tables);
        }
    }

    /// The two points of a round, encoded: see [`Curve::round`].
    pub(super) fn round(
        &self,
        index: usize,
        member: &Pair<C>,
        s: &C::Scalar,
        c: &C::Scalar,
    ) -> Result<[C::Bytes; 2], Error> {
        match self {
            Self::Plain(image) => Ok(C::round(s, c, member, image)),
            Self::Tables { members, image } => {
                let tables = members.get(index).ok_or(Error::RingHash)?;
                Ok(C::round_by_tables(s, c, tables, image))
            }
        }
    }
}
