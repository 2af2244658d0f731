/**
 * Identity: the primitive rows of AgenticIdentity's report, derivation, certificates, histories, files,
 * and the time of Argon2id.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { bytes, secret } from '../input.js'
import { argon2idInput, argon2idName } from '../peers/work/argon2id.js'
import { info } from '../peers/work/hkdf.js'

const group = 'identity'
const start = new Date('2026-01-01T00:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const did = 'did:web:agent.example'

/** The report signs "44 bytes". */
const message = bytes(44)

const primitives: Case[] = [
  {
    name: 'Ed25519 key generation (aid)',
    group,
    prepare: (api) => ({
      run: () => api.Keys.generate('Ed25519').close(),
      agree: () => fixed(api).publicKey.bytes,
    }),
  },
  {
    name: 'Ed25519 sign (aid)',
    group,
    bytes: 44,
    prepare: (api) => {
      const signer = fixed(api)
      const run = () => signer.sign(message)
      return { run, agree: run }
    },
  },
  {
    name: 'Ed25519 verify (aid)',
    group,
    bytes: 44,
    prepare: (api) => {
      const signer = fixed(api)
      const claim = { publicKey: signer.publicKey, message, signature: signer.sign(message) }
      const run = () => api.Keys.verify(claim)
      return { run, agree: run }
    },
  },
  {
    name: 'HKDF-SHA256 derivation',
    group,
    bytes: 32,
    prepare: (api) => {
      const options = { secret: secret(1), info, length: 32 }
      const run = () => api.Hkdf.derive(options)
      return { run, agree: run }
    },
  },
  {
    name: 'identity creation (key and identifier)',
    group,
    prepare: (api) => ({
      run: () => {
        const signer = api.Keys.generate('Ed25519')
        api.Did.fromKey(signer.publicKey)
        signer.close()
      },
      agree: () => api.Did.fromKey(fixed(api).publicKey),
    }),
  },
]

const derived: Case[] = [
  {
    name: 'derive a device key',
    group,
    prepare: (api) => {
      const vault = api.Identity.create()
      const options = { purpose: 'device', context: 'laptop' } as const
      const run = () => vault.derive(options).close()
      return { run, agree: run }
    },
  },
  {
    name: 'certify a device key',
    group,
    prepare: (api) => {
      const { key, signer, options } = certified(api)
      const run = () => api.Identity.certify(key, signer, options)
      return { run, agree: run }
    },
  },
  {
    name: 'verify a key certificate',
    group,
    prepare: (api) => {
      const { key, signer, options } = certified(api)
      const text = JSON.stringify(api.Identity.certify(key, signer, options))
      const trust = { key: signer.publicKey }
      const asked = { purpose: 'device', now: start } as const
      const run = () => api.Identity.verifyCertificate(text, trust, asked)
      return { run, agree: run }
    },
  },
]

const histories = [2, 10].map(
  (n): Case => ({
    name: `verify a history of ${n} keys`,
    group,
    n,
    prepare: (api) => {
      const key = (index: number) => api.Keys.fromSecret('Ed25519', secret(index + 1))
      let text = api.Identity.start(key(0), { now: start })
      for (let index = 1; index < n; index += 1)
        text = api.Identity.rotate(text, key(index - 1), key(index), { now: later(index) })
      const { id } = api.Identity.readHistory(text, { at: start })
      const run = () => api.Identity.verifyHistory(text, id, { at: start, now: later(n) })
      return { run, agree: run }
    },
  }),
)

const files: Case[] = [
  {
    name: 'seal an identity file',
    group,
    prepare: (api) => {
      const { vault, recoveryKey } = filled(api)
      const run = () => vault.seal()
      // A file is drawn; what is in it is not.
      return { run, agree: () => api.Identity.open(run(), { recoveryKey }).info().keys }
    },
  },
  {
    name: 'open an identity file (recovery key)',
    group,
    prepare: (api) => {
      const { vault, recoveryKey } = filled(api)
      const file = vault.seal()
      return {
        run: () => api.Identity.open(file, { recoveryKey }).close(),
        agree: () => api.Identity.open(file, { recoveryKey }).info().keys,
      }
    },
  },
  {
    // The report leaves it out, as "intentionally slow (~200-500 ms)".
    name: argon2idName,
    group,
    bytes: 32,
    prepare: (api) => {
      const run = () => api.Argon2id.derive(argon2idInput)
      return { run, agree: run }
    },
  },
]

function fixed(api: Api) {
  return api.Keys.fromSecret('Ed25519', secret(1))
}

function certified(api: Api) {
  const key = api.Keys.fromSecret('Ed25519', secret(3))
  const of = { identity: did, purpose: 'device', context: 'laptop' } as const
  return { key, signer: fixed(api), options: { ...of, notBefore: start, notAfter: later(3600) } }
}

function filled(api: Api) {
  const vault = api.Identity.create({
    identity: did,
    keys: { signing: fixed(api) },
    created: start,
  })
  const { slot, recoveryKey } = api.Identity.recoverySlot()
  vault.addSlot(slot)
  return { vault, recoveryKey }
}

export const identityCases: readonly Case[] = [...primitives, ...derived, ...histories, ...files]
