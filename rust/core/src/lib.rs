//! Verifiable identity for AI agents: every decision is made in this crate.
//!
//! No clock, no random source, no input or output: a caller passes in the time
//! and the randomness. The JavaScript engines are thin lists over this crate.
//!
//! A file may import from its own row and the rows above.
//!
//! | Tier | Modules |
//! | --- | --- |
//! | vocabulary | [`error`], [`fact`], `find`, [`handles`], [`label`], `linked`, [`time`] |
//! | encodings | [`encoding`], [`merkle`], [`replay`] |
//! | keys | [`keys`], [`hazmat`], [`hpke`], [`peer`] |
//! | names and trust | [`did`], [`trust`] |
//! | records | [`record`], [`signed_record`] |
//! | formats | [`aid`], [`card`], [`checkpoint`], [`data_integrity`], [`grant`], [`jws`], [`metadata`], [`pop`], [`receipt`] |
//! | protocols | [`guard`], [`handshake`], [`http_sig`], [`session`] |
//! | identity | [`identity`] |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod aid;
pub mod card;
pub mod checkpoint;
pub mod data_integrity;
pub mod did;
pub mod encoding;
pub mod error;
pub mod fact;
mod find;
pub mod grant;
pub mod guard;
pub mod handles;
pub mod handshake;
pub mod hazmat;
pub mod hpke;
pub mod http_sig;
pub mod identity;
pub mod jws;
pub mod keys;
pub mod label;
pub mod linked;
pub mod merkle;
pub mod metadata;
pub mod peer;
pub mod pop;
pub mod print;
pub mod range;
pub mod receipt;
pub mod record;
pub mod replay;
pub mod ring;
pub mod sage_key_store;
pub mod session;
pub mod signed_record;
pub mod time;
pub mod trust;
pub mod unsigned;

pub use error::Error;
