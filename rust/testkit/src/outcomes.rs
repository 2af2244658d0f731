//! What became of a call, as tests compare it.

use countersign_core::Error;

/// The code of an error, or `ok`.
pub fn code<T>(result: Result<T, Error>) -> &'static str {
    result.map_or_else(|error| error.code(), |_| "ok")
}
