//! See `countersign_core::sage_key_store`: SAGE's boxes, and the files of its keys.

use countersign_core::{
    keys::PublicKey,
    sage_key_store::{sealed_box, vault},
};
use zeroize::Zeroizing;

use crate::{host, random, signer};

boundary! {
    fn sage_shared_secret as "sageSharedSecret" (handle: u32, peer: &[u8]) -> host::Bytes {
        signer::with(handle, |key| Ok(sealed_box::shared_secret(key, &PublicKey::from_tagged(peer)?)?.to_vec().into()))
    }

    fn sage_box_seal as "sageBoxSeal" (recipient: &[u8], plaintext: &[u8]) -> host::Public {
        Ok(sealed_box::seal(&PublicKey::from_tagged(recipient)?, plaintext, &mut random::system()?)?.into())
    }

    fn sage_box_open as "sageBoxOpen" (handle: u32, packet: &[u8]) -> host::Bytes {
        signer::with(handle, |key| Ok(sealed_box::open(key, packet)?.to_vec().into()))
    }

    fn sage_vault_open as "sageVaultOpen" (text: String, key_id: String, passphrase: &[u8]) -> host::Bytes {
        Ok(vault::open(&text, &key_id, passphrase)?.to_vec().into())
    }

    fn sage_vault_key as "sageVaultKey" (text: String, key_id: String, passphrase: &[u8], key_type: String) -> u32 {
        signer::keep(vault::open_key(&text, &key_id, passphrase, key_type.parse()?)?)
    }

    fn sage_key_file as "sageKeyFile" (text: String, name: String) -> u32 {
        signer::keep(vault::read_key_file(&Zeroizing::new(text), &name)?)
    }
}
