/** The parts without a safety net, passphrases, and identity files. */

import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto'
import { Aead, Argon2id, Ecdh, Ecdsa, Hkdf, Hmac, JwsHmac } from '../../src/hazmat.js'
import { Encoding, Identity, Keys, Sage } from '../../src/subpath/all.js'
import { extract, refuses, utf8 } from './help.js'
import type { Bytes, Scenario } from './scenario.js'

const message = utf8('a message')
/** The cheapest cost that a file may have. */
const cost = { memory: 35_840, iterations: 1, parallelism: 1 }
/** Short and long: over 64 bytes HMAC hashes its key first. */
const lengths = [32, 64, 65, 200] as const

const macs: Scenario[] = lengths.map((length) => ({
  name: `HMAC with a key of ${length} bytes`,
  given: { 'the key': length },
  run({ 'the key': key }) {
    const tag = Hmac.tag({ key: key as Bytes, message })
    Hmac.verify({ key: key as Bytes, message, tag })
    Hmac.verify({ key: key as Bytes, message, tag: message })
    const jws = JwsHmac.sign(message, key as Bytes, { algorithm: 'HS256' })
    const k = Encoding.base64url.encode(key as Bytes)
    JwsHmac.verify(jws, { jwks: { kty: 'oct', k } })
  },
}))

const derivation: Scenario = {
  name: 'HKDF',
  given: { 'the secret': 40 },
  inside: ({ 'the secret': secret }) => {
    const key = extract(message, secret as Bytes)
    const output = createHmac('sha256', key).update(message).update(Uint8Array.of(1)).digest()
    return { 'the pseudorandom key': key, 'the output': output }
  },
  run({ 'the secret': secret }) {
    const key = Hkdf.extract({ secret: secret as Bytes, salt: message })
    Hkdf.expand({ key, info: message, length: 32 }).fill(0)
    key.fill(0)
    Hkdf.derive({ secret: secret as Bytes, salt: message, info: message, length: 32 }).fill(0)
    refuses(() => Hkdf.expand({ key: (secret as Bytes).subarray(16), info: message, length: 32 }))
  },
}

const ciphers: Scenario[] = Aead.algorithms.map((algorithm) => ({
  name: `AEAD: ${algorithm}`,
  given: { 'the key': 32 },
  run({ 'the key': bytes }) {
    const key = (bytes as Bytes).subarray(0, algorithm === 'aes-128-gcm' ? 16 : 32)
    const nonce = new Uint8Array(algorithm.startsWith('x') ? 24 : 12)
    const sealed = Aead.seal({ algorithm, key, nonce, plaintext: message })
    Aead.open({ algorithm, key, nonce, sealed })
    refuses(() => Aead.open({ algorithm, key, nonce, sealed: sealed.slice(1) }))
  },
}))

const curves: Scenario[] = (['P-256', 'secp256k1', 'X25519'] as const).map((type) => ({
  name: `ECDH and ECDSA of bare bytes: ${type}`,
  given: { 'the secret': 32 },
  run({ 'the secret': secret }, { learn }) {
    const other = Keys.generate(type)
    const { publicKey } = other
    other.close()
    learn('the shared secret', Ecdh.agree({ type, secret: secret as Bytes, publicKey }))
    const digest = new Uint8Array(32)
    if (type !== 'X25519') Ecdsa.signDigest({ type, secret: secret as Bytes, digest })
    refuses(() => Ecdh.agree({ type, secret: (secret as Bytes).subarray(1), publicKey }))
  },
}))

const stretching: Scenario = {
  name: 'Argon2id, with a pepper',
  given: { 'the password': 24, 'the pepper': 32 },
  run({ 'the password': password, 'the pepper': secret }, { learn }) {
    const all = { password: password as Bytes, secret: secret as Bytes, memory: 64, iterations: 1 }
    learn('the output', Argon2id.derive({ ...all, salt: new Uint8Array(16) }))
    const hash = Argon2id.hash(all)
    Argon2id.verify({ hash, password: password as Bytes, secret: secret as Bytes })
    refuses(() => Argon2id.derive({ ...all, salt: new Uint8Array(1) }))
  },
}

const file: Scenario = {
  name: 'an identity file: made, opened, refused, under another passphrase, closed',
  given: { 'the passphrase': 24, 'the next': 24, 'the signing key': 32, 'the other key': 32 },
  run(inputs, { learn }) {
    const [passphrase, next] = [inputs['the passphrase'] as Bytes, inputs['the next'] as Bytes]
    const signing = Keys.fromSecret('Ed25519', inputs['the signing key'] as Bytes)
    const inbox = Keys.fromSecret('X25519', inputs['the other key'] as Bytes)
    const made = Identity.create({ keys: { signing, inbox } })
    const slot = Identity.passphraseSlot({ passphrase, ...cost })
    made.addSlot(slot)
    learn('what opens the slot', slot.secret)
    const text = made.seal()
    for (const closing of [made, signing, inbox]) closing.close()
    const opened = Identity.open(text, { passphrase })
    const keys = [
      opened.signer('signing'),
      opened.agreement('inbox'),
      opened.derive({ purpose: 'device', context: 'phone' }),
    ] as const
    learn('a key derived from the root', Keys.dangerouslyExportSecret(keys[2]))
    for (const closing of [...keys, opened]) closing.close()
    refuses(() => Identity.open(text, { passphrase: next }))
    Identity.changePassphrase(text, { current: passphrase, next, ...cost })
  },
}

const recovery: Scenario = {
  name: 'an identity file: a recovery key',
  run(_, { learn }) {
    const made = Identity.create()
    const { slot, recoveryKey } = Identity.recoverySlot()
    made.addSlot(slot)
    learn('what opens the slot', slot.secret)
    const text = made.seal()
    made.close()
    Identity.open(text, { recoveryKey }).close()
  },
}

/** A vault file as SAGE writes it: PBKDF2 of 100,000 rounds, AES-256-GCM. */
function vaultFile(passphrase: Bytes, secret: Bytes): object {
  const [salt, iv] = [new Uint8Array(32).fill(1), new Uint8Array(12).fill(2)]
  const key = pbkdf2Sync(passphrase, salt, 100_000, 32, 'sha256')
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  const base = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  key.fill(0)
  return {
    version: '1.0',
    key_id: 'k1',
    algorithm: 'AES-256-GCM',
    salt: base(salt),
    iv: base(iv),
    ciphertext: base(sealed),
  }
}

const vault: Scenario = {
  name: 'a vault file of SAGE: opened, imported, refused',
  given: { 'the passphrase': 24, 'the secret': 32 },
  run({ 'the passphrase': bytes, 'the secret': secret }) {
    const passphrase = bytes as Bytes
    const file = vaultFile(passphrase, secret as Bytes)
    Sage.Keys.openVault(file, { keyId: 'k1', passphrase }).fill(0)
    Sage.Keys.signerFromVault(file, { keyId: 'k1', passphrase, type: 'Ed25519' }).close()
    refuses(() => Sage.Keys.openVault(file, { keyId: 'k1', passphrase: passphrase.subarray(1) }))
  },
}

export const hazmatScenarios: readonly Scenario[] = [
  ...macs,
  derivation,
  ...ciphers,
  ...curves,
  stretching,
  file,
  recovery,
  vault,
]
