import { describe, expect, test } from 'vitest'
import proofs from '../../rust/vectors/sage/pop.json' with { type: 'json' }
import signatures from '../../rust/vectors/sage/sign.json' with { type: 'json' }
import { Keys, Sage } from '../src/subpath/all.js'
import { type Case, code, did, hex, text, toHex } from './setup/pop.js'

const cases = (file: { cases: unknown[] }, op: string) =>
  (file.cases as Case[]).filter((row) => row['op'] === op)

const accepted = (row: Case) => (row.ours ? row.ours.verdict === 'accept' : row['accept'] === true)

describe('SAGE', () => {
  const types = ['ECDSA', 'Ed25519', 'X25519'] as const
  const stored = (row: Case): Sage.Pop.StoredKey => ({
    type: types[row['key_type_id'] as number] as Sage.Pop.TypeName,
    data: hex(text(row, 'key_data')),
  })
  const keyTypes = { ECDSA: 'secp256k1', Ed25519: 'Ed25519' } as const
  const sageTypes = { ECDSA: 'secp256k1', Ed25519: 'ed25519', X25519: 'x25519' } as const

  test.each(cases(proofs, 'pop').map((row, index) => [index, row] as const))(
    'proof %i',
    (_, row) => {
      const [key, did] = [stored(row), text(row, 'did')]
      expect(Sage.Pop.challenge({ did, data: key.data })).toBe(row['challenge'])
      expect(toHex(Sage.Pop.digest({ did, data: key.data }))).toBe(row['hash'])
      const type = keyTypes[key.type as 'ECDSA' | 'Ed25519']
      const signer = Keys.fromSecret(type, hex(text(row, 'private')))
      const proof = Sage.Pop.prove(key, signer, { did })
      expect(toHex(proof)).toBe(row['signature'])
      const trust = { key: signer.publicKey }
      expect(Sage.Pop.verify(proof, trust, { did, stored: key })).toEqual({
        did,
        signer: {
          publicKeyMultibase: Keys.toMultikey(signer.publicKey),
          type: signer.publicKey.type,
          trust: 'trusted',
        },
        unproven: ['nonce', 'time', 'audience', 'key type'],
      })
      signer.close()
    },
  )

  test.each(cases(proofs, 'verify').map((row) => [text(row, 'name'), row] as const))(
    '%s',
    (_, row) => {
      const good = () => {
        try {
          const { type, data } = stored(row)
          const key = Sage.Keys.unmarshal(data, sageTypes[type])
          const options = { did: text(row, 'did'), stored: { type, data } }
          Sage.Pop.verify(hex(text(row, 'signature')), { key }, options)
          return true
        } catch (error) {
          expect(error).toEqual(expect.objectContaining({ name: 'CountersignError' }))
          return false
        }
      }
      expect(good()).toBe(accepted(row))
    },
  )

  test('sets of keys', () => {
    const rows = cases(proofs, 'pop').filter((row) => text(row, 'did').includes('f39fd6e5'))
    const base64 = (row: Case, name: string) => btoa(String.fromCharCode(...hex(text(row, name))))
    const item = (name: string) => {
      const row = rows.find((row) => row['key'] === name) as Case
      return {
        type: row['key_type_id'],
        key_data: base64(row, 'key_data'),
        signature: base64(row, 'signature'),
      }
    }
    const x = { type: 2, key_data: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=', signature: null }
    const bad = (name: string) => ({ ...item(name), signature: btoa('\x01'.repeat(64)) })
    const sets: Record<string, object[] | null> = {
      'ed+ecdsa+x25519': [item('ed-A'), item('k1-hardhat'), x],
      'x25519 only': [x],
      'one bad of two': [item('ed-A'), bad('ed-B')],
      'two bad': [bad('ed-A'), bad('ed-B')],
      nil: null,
    }
    const did = text(rows[0] as Case, 'did')
    for (const row of cases(proofs, 'verify_all')) {
      const keys = sets[text(row, 'name')] as object[] | null
      const found = keys !== null && Sage.Pop.verifyAll({ did, keys }).facts.proofs.state
      expect(found === 'ok', text(row, 'name')).toBe(accepted(row))
    }
    const facts = Sage.Pop.verifyAll({ did, keys: [item('ed-A'), x, item('ed-A')] })
    expect(facts.unproven).toContain('keys[1]')
    expect(facts.keys.map((row) => (row.state === 'ok' ? undefined : row.code))).toEqual([
      undefined,
      'ERR_POP_UNPROVABLE',
      'ERR_POP_DUPLICATE',
    ])
    expect(() => Sage.Pop.verifyAll({ did, keys: null })).toThrowError(code('ERR_POP_MALFORMED'))
  })

  test('a signer must fit', () => {
    const keccak = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' })
    const key = { type: 'ECDSA', data: keccak.publicKey.bytes } as const
    expect(() => Sage.Pop.prove(key, keccak, { did })).toThrowError(code('ERR_KEY_ALGORITHM'))
    const other = Keys.generate('secp256k1')
    expect(() => Sage.Pop.prove(key, other, { did })).toThrowError(code('ERR_POP_INVALID'))
    const small = { type: 'Ed25519', data: new Uint8Array([1, ...new Uint8Array(31)]) } as const
    const proof = new Uint8Array([1, ...new Uint8Array(63)])
    const trust = { key: other.publicKey }
    expect(() => Sage.Pop.verify(proof, trust, { did, stored: small })).toThrowError(
      code('ERR_KEY_SMALL_ORDER'),
    )
    expect(() => Sage.Pop.verify(proof, trust, { did, stored: key })).toThrowError(
      code('ERR_POP_KEY'),
    )
    expect(() => Sage.Pop.verify(proof, trust, { did })).toThrowError(code('ERR_POP_INVALID'))
  })

  test('signatures of key pairs', () => {
    const kinds = { ed: 'Ed25519', k1: 'secp256k1', p256: 'P-256', x: 'X25519' } as const
    for (const row of signatures.cases as Case[]) {
      const type = kinds[text(row, 'key').split('-')[0] as keyof typeof kinds]
      const publicKey = Keys.publicKey({ type, bytes: hex(text(row, 'public')) })
      const [message, signature] = [hex(text(row, 'message')), hex(text(row, 'signature'))]
      const good = Sage.Keys.verify({ publicKey, message, signature })
      if (row['op'] === 'verify') {
        expect(good, text(row, 'name')).toBe(accepted(row))
        continue
      }
      expect(good).toBe(row['error'] === null)
      if (type === 'X25519') continue
      const options =
        type === 'secp256k1' ? { algorithm: 'ecdsa-secp256k1-keccak256' as const } : {}
      const signer = Keys.fromSecret(type, hex(text(row, 'private')), options)
      const made = Sage.Keys.sign(message, signer)
      expect(Sage.Keys.verify({ publicKey, message, signature: made })).toBe(true)
      if (row['deterministic'] === true) expect(toHex(made)).toBe(row['signature'])
      signer.close()
    }
    const sha = Keys.generate('secp256k1')
    expect(() => Sage.Keys.sign(new Uint8Array(1), sha)).toThrowError(code('ERR_ARGUMENT'))
  })
})
