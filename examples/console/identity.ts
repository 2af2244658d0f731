// An identity in one encrypted file, which the page keeps and a passkey opens, or a passphrase where there is no passkey.

import { Did, isCountersignError, Keys } from 'countersign'
import { Identity } from 'countersign/identity'

const store = Identity.indexedDbStore()
const name = 'console'
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Makes an identity that a passkey opens. Gives the recovery key, to be written down. */
export async function createWithPasskey(): Promise<string> {
  return create(await Identity.passkeySlot({ user: 'Console', relyingParty: location.hostname }))
}

/** As {@link createWithPasskey}, with a passphrase. */
export async function createWithPassphrase(passphrase: string): Promise<string> {
  return create(Identity.passphraseSlot({ passphrase: utf8(passphrase) }))
}

async function create(slot: Identity.NewSlot): Promise<string> {
  using signer = Keys.generate('Ed25519')
  const identity = Did.fromKey(signer.publicKey)
  using vault = Identity.create({ identity, keys: { signing: signer } })
  vault.addSlot(slot)
  const { slot: second, recoveryKey } = Identity.recoverySlot()
  vault.addSlot(second)
  await store.set(name, vault.seal())
  return recoveryKey
}

/** Opens it with the passkey. Gives the DID. */
export async function openWithPasskey(): Promise<string> {
  const file = await stored()
  const key = await Identity.unlockWithPasskey(file)
  try {
    return didIn(Identity.open(file, key))
  } finally {
    key.secret.fill(0)
  }
}

/** Opens it with the passphrase. Gives the DID. */
export async function openWithPassphrase(passphrase: string): Promise<string> {
  return didIn(Identity.open(await stored(), { passphrase: utf8(passphrase) }))
}

function didIn(opened: Identity.Vault): string {
  using vault = opened
  using signer = vault.signer('signing')
  return Did.fromKey(signer.publicKey)
}

async function stored(): Promise<string> {
  const file = await store.get(name)
  if (file === undefined) throw new Error('make an identity first')
  return file
}

/** What to say of a passkey or passphrase that does not open. */
export function explainUnlock(error: unknown): string {
  if (!isCountersignError(error)) return String(error)
  if (error.code === 'ERR_PASSKEY_UNAVAILABLE') return 'No passkey here: take a passphrase.'
  return error.code
}
