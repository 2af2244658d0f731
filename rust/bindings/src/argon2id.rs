//! See `countersign_core::hazmat::argon2id`. Dangerous: secrets cross here.

use countersign_core::{
    Error,
    hazmat::argon2id::{Cost, Input, derive, phc},
};

use crate::host;

boundary! {
    fn argon2id_derive as "argon2idDerive" (memory: u32, iterations: u32, parallelism: u32, password: &[u8], salt: &[u8], secret: &[u8], associated: &[u8], length: u32) -> host::Bytes {
        let input = Input { password, salt, secret, associated };
        Ok(derive(cost([memory, iterations, parallelism])?, &input, size(length))?.to_vec().into())
    }

    fn argon2id_hash as "argon2idHash" (memory: u32, iterations: u32, parallelism: u32, password: &[u8], salt: &[u8], secret: &[u8], length: u32) -> String {
        let input = Input { password, salt, secret, associated: &[] };
        phc::hash(cost([memory, iterations, parallelism])?, &input, size(length))
    }

    fn argon2id_verify as "argon2idVerify" (text: String, password: &[u8], secret: &[u8]) -> bool {
        phc::verify(&text, password, secret)
    }
}

fn cost([memory, iterations, parallelism]: [u32; 3]) -> Result<Cost, Error> {
    Cost::new(memory.into(), iterations.into(), parallelism.into())
}

fn size(length: u32) -> usize {
    length.try_into().unwrap_or(usize::MAX)
}
