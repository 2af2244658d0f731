/**
 * Identity files: keys behind a passphrase.
 *
 * @internal
 * @module
 */

import { Did, Keys } from 'countersign'
import { Identity } from 'countersign/identity'
import type { Command, Line, Outcome } from '../command.js'
import { readText, writeNew } from '../files.js'
import { readPassphrase, readSigner, signing } from '../keys.js'
import { plain, table } from '../words.js'

export const commands: readonly Command[] = [
  {
    name: 'identity create',
    summary: 'put a key into an encrypted file, behind a passphrase',
    options: {
      ...signing,
      id: { value: 'DID', help: 'whose key it is; default: the did:key of the key' },
      recovery: { value: 'FILE', help: 'new file, mode 0600, for a recovery key to print' },
    },
    notes: [
      'The result is the file. It can stand wherever --key does, together with --passphrase-file.',
    ],
    examples: [
      'countersign identity create --key agent.jwk --passphrase-file pass.txt --out agent.identity.json',
      'countersign card sign --key agent.identity.json --passphrase-file pass.txt card.json',
    ],
    run: create,
  },
  {
    name: 'identity show',
    summary: 'list the keys of an identity file, and what opens it; needs no secret',
    operands: '[FILE]',
    options: {},
    notes: ['Nothing of this is proven before the file is opened.'],
    examples: ['countersign identity show agent.identity.json'],
    run: show,
  },
]

async function create(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  const passphrase = await readPassphrase(line)
  using vault = Identity.create({
    identity: line.text('id') ?? Did.fromKey(signer.publicKey),
    keys: { [line.text('label') ?? 'signing']: signer },
  })
  vault.addSlot(Identity.passphraseSlot({ passphrase }))
  passphrase.fill(0)
  const recovery = line.text('recovery')
  if (recovery !== undefined) await addRecovery(vault, recovery)
  const file = vault.seal()
  return { text: `${file}\n`, data: JSON.parse(file) }
}

async function addRecovery(vault: Identity.Vault, path: string): Promise<void> {
  const { slot, recoveryKey } = Identity.recoverySlot()
  await writeNew(path, `${recoveryKey}\n`, 0o600)
  vault.addSlot(slot)
}

async function show(line: Line): Promise<Outcome> {
  const info = Identity.read(await readText(line.operand))
  const keys = info.keys.map(({ label, created, key }) => ({
    label,
    type: key.type,
    created: created.toISOString(),
    jwk: Keys.toJwk(key),
  }))
  const rows = keys.map(({ label, type, created }) => `${plain(label)} (${type}, ${created})`)
  const text = table([
    ['identity', info.identity],
    ['keys', rows.join(', ')],
    ['opens by', info.slots.map(({ kind }) => kind).join(', ')],
  ])
  return { text: `${text}\n`, data: { ...info, keys } }
}
