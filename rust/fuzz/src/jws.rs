//! JWS: no unsigned text holds, and a header keeps the bytes that were read.

use countersign_core::{
    jws::{self, Policy},
    trust::{Trust, key_set},
};

use crate::Target;

pub(crate) const JWS: Target = Target {
    name: "jws",
    run,
    seeds: &[
        b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
        b"eyJhbGciOiJFZERTQSIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..AAAA",
        br#"{"payload":"QQ","protected":"eyJhbGciOiJFUzI1NiJ9","header":{"kid":"a"},"signature":"AAAA"}"#,
        br#"{"payload":"QQ","signatures":[{"protected":"eyJhbGciOiJFUzI1NiJ9","signature":"AAAA"}]}"#,
    ],
};

fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let nobody = Trust::default();
    assert!(jws::verify(text, None, &nobody, &Policy::default()).is_err());
    assert!(jws::verify(text, Some(b"payload"), &nobody, &Policy::default()).is_err());
    // Embedded keys are allowed here; they must cause no panic.
    let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
    let _ = jws::verify(text, None, &embedded, &Policy::default());
    let _ = key_set::read(text);
}
