//! The one error type, and the stable code of each failure.
//!
//! The table below is the only place where a variant, its code and its message
//! meet. A code is never renamed or reused: `codes.txt` is the golden list, and
//! `xtask generate` writes the TypeScript union from it.
//!
//! A message says what was expected and what came. It never holds a key, a
//! token or plaintext. Failures that an attacker could learn from share a code.

/// Declares [`Error`], its codes and its messages from one table.
macro_rules! errors {
    ($($(#[$doc:meta])+ $variant:ident $({ $($(#[$field_doc:meta])+ $field:ident: $ty:ty),+ $(,)? })?
        = $code:literal, $message:literal;)+) => {
        /// Everything that can go wrong, with the facts a person needs to fix it.
        #[non_exhaustive]
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub enum Error {
            $($(#[$doc])+ $variant $({ $($(#[$field_doc])+ $field: $ty),+ })?,)+
        }

        impl Error {
            /// The stable code, the same in Rust, WebAssembly and Node.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(Self::$variant $({ $($field: _),+ })? => $code,)+ }
            }
        }

        impl core::fmt::Display for Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self { $(Self::$variant $({ $($field),+ })? => write!(f, $message),)+ }
            }
        }

        /// Every code of [`Error`], in the order of the table.
        pub const CODES: &[&str] = &[$($code),+];
    };
}

errors! {
    /// Bytes have the wrong length.
    BytesLength {
        /// What the bytes are, for example `"Ed25519 public key"`.
        what: &'static str,
        /// Expected length in bytes.
        want: usize,
        /// Length received, in bytes.
        got: usize,
    } = "ERR_BYTES_LENGTH", "{what} must be {want} bytes, got {got}";

    /// Text is not a valid encoding of bytes.
    EncodingMalformed {
        /// Name of the encoding, for example `"base58btc"`.
        encoding: &'static str,
    } = "ERR_ENCODING_MALFORMED", "text is not canonical {encoding}";

    /// A size is over the limit stated for it.
    LimitExceeded {
        /// What was too large.
        what: &'static str,
        /// The largest size allowed.
        limit: usize,
    } = "ERR_LIMIT_EXCEEDED", "{what} is over the limit of {limit}";
}

impl core::error::Error for Error {}
