//! Identity files, and opened identities that stay in the engine. See `countersign_core::identity`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    identity::{
        file::{Budget, File, SlotSettings, stretch},
        recovery,
        vault::Vault,
    },
    time::UnixSeconds,
};

use zeroize::Zeroizing;

use crate::{host, random, signer};

thread_local! {
    static VAULTS: RefCell<Handles<Vault>> = const { RefCell::new(Handles::new()) };
}

fn with<T>(handle: u32, use_it: impl FnOnce(&mut Vault) -> Result<T, Error>) -> Result<T, Error> {
    VAULTS.with_borrow_mut(|vaults| use_it(vaults.get_mut(handle)?))
}

fn keep(vault: Vault) -> Result<u32, Error> {
    VAULTS.with_borrow_mut(|vaults| vaults.insert(vault))
}

/// Wipes every identity, as `signer::forget` does.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    VAULTS.with_borrow_mut(Handles::clear);
}

/// Text that may be left out: empty text is `None`.
fn read_optional(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Takes the bytes out, because a copy would stay behind.
pub(crate) fn take(mut secret: Zeroizing<Vec<u8>>) -> host::Bytes {
    core::mem::take(&mut *secret).into()
}

boundary! {
    fn identity_file_read as "identityFileRead" (text: String) -> String {
        Ok(File::parse(&text)?.to_json())
    }

    fn identity_file_stretch as "identityFileStretch" (settings: String, passphrase: &[u8]) -> host::Bytes {
        Ok(take(stretch(&SlotSettings::from_json(&settings)?, passphrase)?))
    }

    fn identity_file_unlock as "identityFileUnlock" (text: String, slot: String, passphrase: &[u8], memory: f64, work: f64) -> host::Bytes {
        let budget = Budget::from_numbers(memory, work);
        Ok(take(File::parse(&text)?.unlock(read_optional(&slot), passphrase, budget)?))
    }

    fn identity_recovery_text as "identityRecoveryText" (key: &[u8]) -> String {
        recovery::encode(key)
    }

    fn identity_recovery_key as "identityRecoveryKey" (text: String) -> host::Bytes {
        Ok(take(recovery::decode(&text)?))
    }

    fn identity_vault_create as "identityVaultCreate" (identity: String) -> u32 {
        keep(Vault::new(read_optional(&identity), &mut random::system()?)?)
    }

    fn identity_vault_open as "identityVaultOpen" (text: String, slot: String, secret: &[u8]) -> u32 {
        keep(Vault::open(&File::parse(&text)?, &slot, secret)?)
    }

    fn identity_vault_seal as "identityVaultSeal" (handle: u32, fresh: bool) -> String {
        let mut source = random::system()?;
        with(handle, |vault| vault.seal_fresh(fresh, &mut source))
    }

    fn identity_vault_replace_root as "identityVaultReplaceRoot" (handle: u32) -> bool {
        let mut source = random::system()?;
        with(handle, |vault| { vault.replace_root(&mut source); Ok(true) })
    }

    fn identity_vault_read as "identityVaultRead" (handle: u32) -> String {
        with(handle, |vault| Ok(vault.to_json()))
    }

    fn identity_vault_name as "identityVaultName" (handle: u32, identity: String) -> bool {
        with(handle, |vault| vault.name(&identity).map(|()| true))
    }

    fn identity_vault_add_key as "identityVaultAddKey" (handle: u32, label: String, created: f64, key: u32) -> bool {
        let created = UnixSeconds::from_number(created);
        with(handle, |vault| signer::with(key, |key| vault.add_key(&label, created, key).map(|()| true)))
    }

    fn identity_vault_remove_key as "identityVaultRemoveKey" (handle: u32, label: String) -> bool {
        with(handle, |vault| vault.remove_key(&label).map(|()| true))
    }

    fn identity_vault_key as "identityVaultKey" (handle: u32, label: String) -> u32 {
        with(handle, |vault| signer::keep(vault.key(&label)?))
    }

    fn identity_vault_derive as "identityVaultDerive" (handle: u32, purpose: String, context: String, key_type: String) -> u32 {
        with(handle, |vault| signer::keep(vault.derive(purpose.parse()?, &context, key_type.parse()?)?))
    }

    fn identity_vault_add_slot as "identityVaultAddSlot" (handle: u32, settings: String, secret: &[u8]) -> String {
        let (settings, mut source) = (SlotSettings::from_json(&settings)?, random::system()?);
        with(handle, |vault| vault.add_slot(settings, secret, &mut source))
    }

    fn identity_vault_remove_slot as "identityVaultRemoveSlot" (handle: u32, slot: String) -> bool {
        with(handle, |vault| vault.remove_slot(&slot).map(|()| true))
    }

    fn identity_vault_close as "identityVaultClose" (handle: u32) -> bool {
        VAULTS.with_borrow_mut(|vaults| vaults.remove(handle).map(|_| true))
    }
}
