/**
 * AgenticIdentity: primitives, ids, documents, derived keys, rotation, files, stores.
 *
 * @module
 */

import { aidSchema, due, embedded, isOk, type Place, part, parts, withSeed } from '../aid.js'
import { type Api, attempt, gives, isRecord, judge, Mismatch, Skip, same } from '../case.js'
import { hex, type Schema, text, toHex, utf8 } from '../schema.js'
import type { Row } from './wycheproof.js'

export const aidPrimitives: Schema = aidSchema(
  'primitives',
  [
    { has: ['message_utf8', 'seed_hex', 'signature_hex', 'verify_tampered'], run: signature },
    { has: ['peer_hex', 'shared_hex'], run: agreement },
    { has: ['public_key_hex', 'result.verify_strict'], run: smallOrder },
  ],
  ['signature_hex', 'signature_b64', 'public_key_hex', 'verify', 'verify_tampered'],
)

export const aidIds: Schema = aidSchema(
  'ids',
  [{ has: ['id', 'seed_hex', 'sha256_public_key_hex'], run: id }],
  ['id', 'public_key_hex', 'public_key_b64', 'truncated16_hex', 'sha256_public_key_hex'],
)

export const aidDocuments: Schema = aidSchema(
  'documents',
  [{ has: ['document', 'verify_signature'], run: document }],
  ['document_json_compact', 'signed_payload_utf8', 'signed_payload_hex', 'successor_should'],
)

export const aidDerivation: Schema = aidSchema(
  'derived keys',
  [{ has: ['kind', 'argument', 'ikm_hex', 'okm_hex'], run: derived }],
  [
    'okm_hex',
    'info_utf8',
    'info_hex',
    'derived_ed25519_public_hex',
    'derived_identity_id_if_used_as_identity',
  ],
)

export const aidRotation: Schema = aidSchema(
  'rotation',
  [{ has: ['rotation', 'old_seed_hex', 'new_seed_hex_emitted'], run: rotation }],
  ['authorization_message_utf8', 'authorization_signature_b64', 'new_id', 'old_id'],
)

export const aidArgon2id: Schema = aidSchema(
  'Argon2id',
  [{ has: ['argon2id_key_hex', 'aid_encryption_key_hex', 'passphrase_hex'], run: argon2id }],
  ['argon2id_key_hex', 'aid_encryption_key_hex'],
)

export const aidFiles: Schema = aidSchema(
  'files',
  [
    { has: ['passphrase', 'loaded', 'file_text'], run: opened },
    { has: ['file', 'passphrase'], run: refused },
  ],
  ['seed_hex', 'plaintext_utf8', 'argon2id_key_hex', 'encryption_key_hex'],
)

/** The files themselves: read by the cases beside them, broken ones too. */
export const aidFileItself: Schema = {
  name: 'AgenticIdentity file',
  matches: ({ name, text: content }) => name.endsWith('.aid') && content.includes('aid-v'),
  *cases() {},
  expectations: [],
}

export const aidStores: Schema = aidSchema(
  'stores',
  [
    { has: ['path', 'content'], run: stored },
    { has: ['file_outside_store_exists'], run: traversal },
  ],
  ['path', 'content'],
)

function signature(api: Api, row: Row): void {
  const message = utf8(text(row, 'message_utf8'))
  same(message.length, row['message_len'], 'length')
  withSeed(api, row['seed_hex'], (signer) => {
    const made = signer.sign(message)
    same(made, hex(row['signature_hex']), 'signature')
    same(api.Encoding.base64.encode(made), row['signature_b64'], 'signature in base64')
    const { publicKey } = signer
    same(publicKey.bytes, hex(row['public_key_hex']), 'public key')
    const verify = (bytes: Uint8Array) =>
      api.Keys.verify({ publicKey, message: bytes, signature: made, algorithm: 'ed25519' })
    same(verify(message), row['verify'], 'verdict')
    same(verify(utf8(`${text(row, 'message_utf8')}!`)), row['verify_tampered'], 'verdict')
  })
}

/** A peer of low order is refused; with another, the secret must be in the vector. */
function agreement(api: Api, row: Row): void {
  const low = /^0+$/.test(text(row, 'shared_hex'))
  const named = Object.keys(row).find((name) => /secret|private|seed/.test(name))
  if (!low && named === undefined) throw new Skip('no data in the vector')
  const secret = named === undefined ? new Uint8Array(32).fill(7) : hex(row[named])
  const outcome = attempt(() => {
    const publicKey = api.Keys.publicKey({ type: 'X25519', bytes: hex(row['peer_hex']) })
    return api.Ecdh.agree({ type: 'X25519', secret, publicKey })
  })
  judge('value' in outcome, low ? 'reject' : 'accept', 'zero shared secret refused')
  if ('value' in outcome) same(outcome.value, hex(row['shared_hex']), 'shared secret')
}

function smallOrder(api: Api, row: Row): void {
  const bytes = hex(row['public_key_hex'])
  judge(
    gives(() => api.Keys.publicKey({ type: 'Ed25519', bytes })),
    part(row, 'result')['verify_strict'] === true ? 'accept' : 'reject',
    'Ed25519 criterion',
  )
  same(api.Encoding.base64.decode(text(row, 'public_key_b64')), bytes, 'key')
}

async function id(api: Api, row: Row): Promise<void> {
  const key = withSeed(api, row['seed_hex'], (signer) => signer.publicKey)
  same(api.Aid.Identity.id(key), row['id'], 'id')
  same(key.bytes, hex(row['public_key_hex']), 'public key')
  same(api.Encoding.base64.encode(key.bytes), row['public_key_b64'], 'public key')
  const half = api.Encoding.base58.decode(text(row, 'id').replace('aid_', ''))
  same(toHex(half), row['truncated16_hex'], 'half of the hash')
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(key.bytes))
  same(toHex(new Uint8Array(digest)), row['sha256_public_key_hex'], 'hash')
}

function document(api: Api, row: Row): void {
  const { verdict, why } = due(row, isOk(row['verify_signature']))
  const outcome = attempt(() => api.Aid.Identity.verifyDocument(part(row, 'document'), embedded))
  judge('value' in outcome, verdict, why)
  if (!('value' in outcome) || row['seed_hex'] === undefined) return
  same(outcome.value.payload, row['signed_payload_utf8'], 'payload')
  same(toHex(utf8(outcome.value.payload)), row['signed_payload_hex'], 'payload')
  const draft = {
    created_at: BigInt(Number(row['created_at'])),
    name: row['display_name'] as string | null,
  }
  const made = withSeed(api, row['seed_hex'], (signer) =>
    api.Aid.Identity.issueDocument(draft, signer),
  )
  same(made, row['document_json_compact'], 'issued')
}

function derived(api: Api, row: Row): void {
  const [kind, argument] = [text(row, 'kind') as 'session', text(row, 'argument')]
  const info = api.Aid.Identity.derivationInfo({ kind, argument })
  same(info, row['info_utf8'], 'info')
  same(toHex(utf8(info)), row['info_hex'], 'info in hex')
  withSeed(api, row['ikm_hex'], (root) => {
    const key = api.Aid.Identity.derive(root, { kind, argument })
    same(api.Keys.dangerouslyExportSecret(key), hex(row['okm_hex']), 'key')
    same(key.publicKey.bytes, hex(row['derived_ed25519_public_hex']), 'public key')
    same(
      api.Aid.Identity.id(key.publicKey),
      row['derived_identity_id_if_used_as_identity'],
      'identity',
    )
    key.close()
  })
}

/** The step is made again by both keys, where it is the first; every history is walked. */
async function rotation(api: Api, row: Row): Promise<void> {
  const after = part(row, 'document')
  const facts = api.Aid.Identity.verifyDocument(after, embedded)
  const last = facts.rotations.at(-1)
  same(last?.message, row['authorization_message_utf8'], 'message')
  const step = parts(after, 'rotation_history').at(-1) ?? {}
  same(step, part(row, 'rotation'), 'step')
  same(step['authorization_signature'], row['authorization_signature_b64'], 'authorization')
  same(facts.id, row['new_id'], 'new identity')
  const keys = { from: hex(row['old_seed_hex']), to: hex(row['new_seed_hex_emitted']) }
  const from = api.Keys.fromSecret('Ed25519', keys.from)
  const to = api.Keys.fromSecret('Ed25519', keys.to)
  same(api.Aid.Identity.id(from.publicKey), row['old_id'], 'old identity')
  const created = BigInt(Number(after['created_at']))
  const first = api.Aid.Identity.issueDocument(
    {
      created_at: created,
      name: after['name'] as string | null,
    },
    from,
  )
  const made = api.Aid.Identity.rotate(first, from, to, {
    reason: step['reason'] as 'Manual',
    rotatedAt: BigInt(Number(step['rotated_at'])),
  })
  same(JSON.parse(made).rotation_history, [step], 'step')
  if (Number(row['history_len']) === 1) same(JSON.parse(made), after, 'document')
  from.close()
  to.close()
}

function argon2id(api: Api, row: Row): void {
  const key = api.Argon2id.derive({
    memory: Number(row['m_cost_kib']),
    iterations: Number(row['t_cost']),
    parallelism: Number(row['p_cost']),
    length: Number(row['output_len']),
    password: hex(row['passphrase_hex']),
    salt: hex(row['salt_hex']),
  })
  same(key, hex(row['argon2id_key_hex']), 'key')
  const derived = api.Hkdf.derive({
    secret: key,
    info: utf8(api.Aid.Identity.derivationInfo({ kind: 'aid-file-encryption' })),
    length: 32,
  })
  same(derived, hex(row['aid_encryption_key_hex']), 'encryption key')
}

/** Opened, taken apart with the parts of the file, and closed up again. */
function opened(api: Api, row: Row): void {
  const [file, passphrase] = [text(row, 'file_text'), utf8(text(row, 'passphrase'))]
  const loaded = part(row, 'loaded')
  const info = api.Aid.Identity.inspectFile(file)
  same([info.id, info.name, info.rotations], [loaded['id'], loaded['name'], loaded['rotations']])
  const signer = api.Aid.Identity.openFile(file, { passphrase })
  same(api.Keys.dangerouslyExportSecret(signer), hex(loaded['seed_hex']), 'key')
  const key = api.Argon2id.derive({
    memory: 65_536,
    iterations: 3,
    parallelism: 4,
    length: 32,
    password: passphrase,
    salt: hex(row['salt_hex']),
  })
  same(key, hex(row['argon2id_key_hex']), 'key of the passphrase')
  const info32 = utf8('identity-encryption')
  const encryption = api.Hkdf.derive({ secret: key, info: info32, length: 32 })
  same(encryption, hex(row['encryption_key_hex']), 'encryption key')
  const plaintext = api.Aead.open({
    algorithm: 'chacha20-poly1305',
    key: encryption,
    nonce: hex(row['nonce_hex']),
    sealed: hex(row['ciphertext_with_tag_hex']),
  })
  same(new TextDecoder().decode(plaintext), row['plaintext_utf8'], 'plaintext')
  signer.close()
}

function refused(api: Api, row: Row, { file, folder }: Place): void {
  const found = folder.beside(file, text(row, 'file'))
  const content = found?.text ?? row['file_text']
  if (typeof content !== 'string') throw new Error(`no file ${String(row['file'])}`)
  const recorded = isOk(row['upstream_load']) || row['expect'] === 'load ok'
  const { verdict, why } = due(row, recorded)
  const passphrase = utf8(text(row, 'passphrase'))
  const outcome = attempt(() => api.Aid.Identity.openFile(content, { passphrase }))
  judge('value' in outcome, verdict, why)
  if (!('value' in outcome)) return
  const loaded = row['loaded']
  const id = isRecord(loaded) ? loaded['id'] : JSON.parse(String(part(row, 'upstream_load')['ok']))
  same(api.Aid.Identity.id(outcome.value.publicKey), id, 'identity')
  outcome.value.close()
}

const kinds = [
  ['receipts/', 'receipt'],
  ['trust/granted/', 'granted'],
  ['trust/received/', 'received'],
  ['trust/revocations/', 'revocation'],
  ['spawn/', 'spawn'],
] as const

function stored(api: Api, row: Row): void {
  const [path, content] = [text(row, 'path'), text(row, 'content')]
  const kind = kinds.find(([folder]) => path.startsWith(folder))?.[1]
  if (kind === undefined) throw new Mismatch(`no store has ${path}`)
  const object = api.Aid.Identity.fromStore(content, { kind, path })
  same(api.Aid.Identity.toStore(object, { kind }), { path, content }, 'file')
  if (kind === 'receipt') api.Aid.Receipt.verify(object, embedded)
  if (kind === 'granted') api.Aid.Grant.verify(object, embedded)
  if (kind === 'revocation') api.Aid.Grant.verifyRevocation(object, embedded)
}

function traversal(api: Api, _: Row, { rows }: Place): void {
  const base = rows.find((row) => String(row['path']).startsWith('receipts/'))
  if (base === undefined) throw new Error('no receipt in this file')
  const file = JSON.parse(text(base, 'content')) as { receipt: Row }
  const escaped = { ...file.receipt, id: '../escaped' }
  judge(
    gives(() => api.Aid.Identity.toStore(escaped, { kind: 'receipt' })),
    'reject',
    'id names a file',
  )
}
