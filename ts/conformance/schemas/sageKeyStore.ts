/**
 * SAGE: X25519 helpers and stored keys, files `x25519_hpke` and `vault`.
 *
 * @module
 */

import { type Api, gives, judge, Skip, same } from '../case.js'
import { findExpected } from '../rules.js'
import { hex, list, type Schema, text, toHex, utf8 } from '../schema.js'
import { agree, closing, withSecret } from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

export const sageBox: Schema = sage(
  'X25519 helpers',
  {
    derive_shared_secret: shares,
    derive_shared_secret_low_order: sharesNothing,
    ed25519_box: boxes,
    hpke_base: seals,
  },
  [
    'shared_secret',
    'raw_ecdh',
    'packet',
    'decrypted',
    'enc',
    'exporter32',
    'exporter48',
    'sealed_packet',
    'a_public',
    'b_public',
    'ed_public',
    'packet_eph_public',
    'plaintext',
    'opened_plaintext',
    'opened_exporter32',
    'opened_exporter48',
    'recipient_public',
    'sealed_aad',
  ],
)

function shares(api: Api, row: Row): void {
  const [a, b] = [hex(row['a_private']), hex(row['b_private'])]
  const peer = withSecret(api, 'X25519', b, (key) => key.publicKey)
  same(agree(api, 'X25519', a, peer), hex(row['raw_ecdh']), 'raw')
  same(peer.bytes, hex(row['b_public']), 'public key of b')
  const own = withSecret(api, 'X25519', a, (key) => key.publicKey.bytes)
  same(own, hex(row['a_public']), 'public key of a')
  withSecret(api, 'X25519', a, (key) =>
    same(api.Sage.Keys.sharedSecret(key, peer), hex(row['shared_secret']), 'shared'),
  )
}

function sharesNothing(api: Api, row: Row): void {
  const made = gives(() => api.Keys.publicKey({ type: 'X25519', bytes: hex(row['peer']) }))
  judge(made, row['error'] === null ? 'accept' : 'reject')
}

function boxes(api: Api, row: Row): void {
  withSecret(api, 'Ed25519', hex(row['ed_seed']), (key) => {
    same(api.Sage.Keys.openBox(hex(row['packet']), key), hex(row['decrypted']), 'plaintext')
    same(row['decrypted'], row['plaintext'], 'what was sealed')
    same(key.publicKey.bytes, hex(row['ed_public']), 'public key')
    same(toHex(hex(row['packet']).subarray(0, 32)), row['packet_eph_public'], 'ephemeral key')
    const packet = api.Sage.Keys.sealBox(utf8('ours'), key.publicKey)
    same(api.Sage.Keys.openBox(packet, key), utf8('ours'), 'ours')
  })
}

/** What SAGE sealed opens here, and exports the same. */
function seals(api: Api, row: Row): void {
  const [info, context] = [utf8(text(row, 'info')), utf8(text(row, 'export_context'))]
  withSecret(api, 'X25519', hex(row['recipient_private']), (recipient) => {
    const exporter = api.Hpke.receiver(hex(row['enc']), recipient, { info })
    closing(exporter, (receiver) => {
      same(receiver.export(context, 32), hex(row['exporter32']), 'exporter of 32')
      same(receiver.export(context, 48), hex(row['exporter48']), 'exporter of 48')
      same(row['opened_exporter32'], row['exporter32'], 'exporter of 32 on the other side')
      same(row['opened_exporter48'], row['exporter48'], 'exporter of 48 on the other side')
      same(recipient.publicKey.bytes, hex(row['recipient_public']), 'public key')
    })
    const packet = hex(row['sealed_packet'])
    closing(api.Hpke.receiver(packet.subarray(0, 32), recipient, { info }), (receiver) => {
      const plaintext = receiver.open(packet.subarray(32), { associatedData: info })
      same(plaintext, hex(row['sealed_plaintext']), 'plaintext')
      same(plaintext, hex(row['opened_plaintext']), 'opened plaintext')
      same(row['sealed_aad'], row['info'], 'associated data')
    })
  })
}

export const sageVault: Schema = sage(
  'stored keys',
  {
    file_vault: opensVault,
    weakness: isWeak,
    file_key_storage: readsFile,
    file_key_storage_id: takesId,
  },
  ['plaintext', 'salt_b64', 'iv_b64', 'ciphertext_b64', 'accept'],
  (row) => row['op'] !== 'weakness' || 'decrypted' in row || 'panic' in row,
)

function vaultOf(row: Row): Record<string, unknown> {
  return {
    version: row['version'],
    key_id: row['key_id'],
    algorithm: row['algorithm'],
    salt: row['salt_b64'],
    iv: row['iv_b64'],
    ciphertext: row['ciphertext_b64'],
  }
}

function opensVault(api: Api, row: Row): void {
  const [keyId, passphrase] = [text(row, 'key_id'), utf8(text(row, 'passphrase'))]
  const open = (secret: Uint8Array) =>
    api.Sage.Keys.openVault(vaultOf(row), { keyId, passphrase: secret })
  const { verdict, why } = findExpected(row, row['load_error'] === null, [
    passphrase.length === 0 && 'a passphrase is not empty',
  ])
  const good = gives(() => same(open(passphrase), hex(row['plaintext']), 'plaintext'))
  judge(good, verdict, why)
  judge(
    gives(() => open(utf8('wrong'))),
    'reject',
  )
}

/** Weaknesses by their names, shown on the first vault of the file. */
function isWeak(api: Api, row: Row, root: Row): void {
  const vault = list(root, 'cases').find((row) => row['op'] === 'file_vault')
  const name = text(row, 'name')
  const renamed = name.startsWith('file renamed')
  if (!vault || !(renamed || name.startsWith('corrupt IV'))) throw new Skip('no data in the vector')
  const file = vaultOf(vault)
  const passphrase = utf8(text(vault, 'passphrase'))
  const opened = gives(() =>
    renamed
      ? api.Sage.Keys.openVault(file, { keyId: 'renamed', passphrase })
      : api.Sage.Keys.openVault(
          { ...file, iv: 'AAAA' },
          { keyId: text(vault, 'key_id'), passphrase },
        ),
  )
  const { verdict, why } = findExpected(row, false)
  judge(opened, verdict, why === '' ? 'the key id is compared' : why)
}

function readsFile(api: Api, row: Row): void {
  const file = text(row, 'content')
  const { id } = JSON.parse(file) as { id: string }
  closing(api.Sage.Keys.signerFromKeyFile(file, { name: text(row, 'id') }), (signer) =>
    same(api.Sage.Keys.keyId(signer.publicKey), id, 'key id'),
  )
}

function takesId(api: Api, row: Row, root: Row): void {
  const file = list(root, 'cases').find((row) => row['op'] === 'file_key_storage')
  if (!file) throw new Skip('no data in the vector')
  const name = text(row, 'id')
  const { verdict, why } = findExpected(row, row['accept'] === true, [
    name === '' && 'a stored key has a name',
  ])
  const content = text(file, 'content')
  judge(
    gives(() => api.Sage.Keys.signerFromKeyFile(content, { name }).close()),
    verdict,
    why,
  )
}
