// The adapters over key services, against answers in the shapes that the vendors document. A key of this package stands
// for the key of the service. Real services, where they install, are in `ts/signers`.

import { describe, expect, test } from 'vitest'
import { Card, Jws, Keys } from '../src/subpath/all.js'
import { HttpSig } from '../src/subpath/http.js'
import { type AwsKms, awsKmsSigner } from '../src/subpath/signers/aws-kms.js'
import { type AzureKeys, azureKeyVaultSigner } from '../src/subpath/signers/azure-key-vault.js'
import { type GoogleKms, googleKmsSigner } from '../src/subpath/signers/google-kms.js'
import { type Pkcs11, pkcs11Signer } from '../src/subpath/signers/pkcs11.js'
import { type Vault, vaultTransitSigner } from '../src/subpath/signers/vault-transit.js'
import { ledger as card } from './setup/card.js'
import './setup/context.js'
import { refusal } from './setup/help.js'

type Type = 'Ed25519' | 'P-256' | 'secp256k1'

const kid = 'did:web:ledger.example#service'

/** Signs a card, a JWS and a request, and verifies them with the key that the adapter read. */
async function prove(signer: Keys.Signer, local: Keys.LocalSigner): Promise<void> {
  expect(signer.publicKey).toEqual(local.publicKey)
  const trust = { keys: [{ id: kid, key: signer.publicKey }] }
  const signed = await Card.sign(card, signer, { kid })
  expect(Card.verify(JSON.stringify(signed), trust).signer.trust).toBe('trusted')
  const jws = await Jws.sign(new Uint8Array([1]), signer, { header: { kid } })
  expect(Jws.verify(jws, trust).payload).toEqual(new Uint8Array([1]))
  const request = new Request('https://ledger.example/close', { method: 'POST', body: '{}' })
  const sent = await HttpSig.sign(request, signer, { keyid: kid })
  const verified = await HttpSig.verify(sent, trust, { origin: 'https://ledger.example' })
  expect(verified.signer?.trust).toBe('trusted')
}

/** What a service of ECDSA gives: DER. */
function derOf(local: Keys.LocalSigner, message: Uint8Array): Uint8Array {
  return Keys.signatureToDer(local.sign(message), local.publicKey.type)
}

async function sha256(message: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', message.slice()))
}

const failing = async (): Promise<never> => {
  throw Object.assign(new Error('not allowed'), { name: 'AccessDeniedException' })
}

describe('AWS KMS', () => {
  // GetPublicKey and Sign of the API reference.
  function kms(local: Keys.LocalSigner, algorithm: string): AwsKms & { readonly asked: unknown[] } {
    const asked: unknown[] = []
    return {
      asked,
      getPublicKey: async () => ({
        KeyId: 'arn:aws:kms:eu-central-1:111122223333:key/1234',
        KeySpec: 'ECC_NIST_P256',
        KeyUsage: 'SIGN_VERIFY',
        PublicKey: Keys.toDer(local.publicKey),
        SigningAlgorithms: [algorithm],
      }),
      sign: async ({ Message, ...rest }) => {
        asked.push({ Message, ...rest })
        const raw = rest.SigningAlgorithm === 'ED25519_SHA_512'
        return { Signature: raw ? local.sign(Message) : derOf(local, Message) }
      },
    }
  }

  test.each([
    ['P-256', 'ECDSA_SHA_256'],
    ['secp256k1', 'ECDSA_SHA_256'],
    ['Ed25519', 'ED25519_SHA_512'],
  ] as const)('signs with %s', async (type, algorithm) => {
    const local = Keys.generate(type)
    const client = kms(local, algorithm)
    await prove(await awsKmsSigner(client, 'alias/agent'), local)
    // The key that the alias meant, not the alias.
    expect(client.asked[0]).toMatchObject({
      KeyId: 'arn:aws:kms:eu-central-1:111122223333:key/1234',
      MessageType: 'RAW',
      SigningAlgorithm: algorithm,
    })
  })

  test('sends the digest of a long message of ECDSA', async () => {
    const local = Keys.generate('P-256')
    const message = new Uint8Array(4097)
    const client = kms(local, 'ECDSA_SHA_256')
    const sent: unknown[] = []
    const signer = await awsKmsSigner(
      {
        ...client,
        sign: async (input) => {
          sent.push(input.MessageType, input.Message)
          return { Signature: derOf(local, message) }
        },
      },
      'key',
    )
    const signature = await signer.sign(message)
    expect(Keys.verify({ publicKey: local.publicKey, message, signature })).toBe(true)
    expect(sent).toEqual(['DIGEST', await sha256(message)])
  })

  test('refuses a long message of Ed25519', async () => {
    const signer = await awsKmsSigner(kms(Keys.generate('Ed25519'), 'ED25519_SHA_512'), 'key')
    await expect(signer.sign(new Uint8Array(4097))).rejects.toThrowError(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
  })

  const local = Keys.generate('P-256')
  const usual = kms(local, 'ECDSA_SHA_256')
  test.each([
    [
      'a key that does not sign',
      'ERR_KEY_ALGORITHM',
      async () => ({ PublicKey: new Uint8Array(9) }),
    ],
    ['RSA', 'ERR_KEY_ALGORITHM', async () => ({ SigningAlgorithms: ['RSASSA_PSS_SHA_256'] })],
    ['no key', 'ERR_SIGNER_INVALID', async () => ({ SigningAlgorithms: ['ECDSA_SHA_256'] })],
    ['no answer', 'ERR_SIGNER_INVALID', async () => undefined as never],
    ['a refusal', 'ERR_SIGNER_UNAVAILABLE', failing],
  ] as const)('says so of %s', async (_, code, getPublicKey) => {
    const made = awsKmsSigner({ ...usual, getPublicKey: getPublicKey as never }, 'key')
    await expect(made).rejects.toThrowError(refusal(code))
  })

  test.each([
    ['no signature', 'ERR_SIGNER_INVALID', async () => ({})],
    ['raw bytes for DER', 'ERR_SIGNER_INVALID', async () => ({ Signature: new Uint8Array(64) })],
    ['a refusal', 'ERR_SIGNER_UNAVAILABLE', failing],
  ] as const)('says so when it signs: %s', async (_, code, sign) => {
    const signer = await awsKmsSigner({ ...usual, sign }, 'key')
    await expect(signer.sign(new Uint8Array(1))).rejects.toThrowError(refusal(code))
  })

  test.each([
    ['a client without methods', () => awsKmsSigner({} as AwsKms, 'key')],
    ['no client', () => awsKmsSigner(undefined as never, 'key')],
    ['a key that is no text', () => awsKmsSigner(usual, 7 as never)],
  ])('refuses %s', async (_, make) => {
    await expect(make()).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  })
})

describe('Google Cloud KMS', () => {
  const name = 'projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1'
  const algorithms = {
    'P-256': 'EC_SIGN_P256_SHA256',
    secp256k1: 'EC_SIGN_SECP256K1_SHA256',
    Ed25519: 'EC_SIGN_ED25519',
  }

  // GetPublicKey and AsymmetricSign of the RPC reference; the service gets a digest, so the test says of what.
  function kms(local: Keys.LocalSigner, algorithm: string): GoogleKms & { message: Uint8Array } {
    const service: GoogleKms & { message: Uint8Array } = {
      message: new Uint8Array(),
      getPublicKey: async () => [{ pem: Keys.toPem(local.publicKey), algorithm, name }, {}, {}],
      asymmetricSign: async (request) => {
        if ('data' in request) return [{ signature: local.sign(request.data) }, {}, {}]
        expect(request.digest.sha256).toEqual(await sha256(service.message))
        return [{ signature: derOf(local, service.message) }, {}, {}]
      },
    }
    return service
  }

  test.each(Object.entries(algorithms))('signs with %s', async (type, algorithm) => {
    const local = Keys.generate(type as Type)
    const client = kms(local, algorithm)
    const signer = await googleKmsSigner(client, name)
    const telling = {
      ...signer,
      sign: (message: Uint8Array) => {
        client.message = message
        return signer.sign(message)
      },
    }
    await prove(telling, local)
  })

  test.each([
    ['RSA', 'ERR_KEY_ALGORITHM', [{ algorithm: 'RSA_SIGN_PSS_2048_SHA256', pem: 'x' }]],
    ['no key', 'ERR_SIGNER_INVALID', [{ algorithm: 'EC_SIGN_P256_SHA256' }]],
    ['no list', 'ERR_SIGNER_INVALID', {}],
    [
      'a key of another curve',
      'ERR_KEY_ALGORITHM',
      [
        {
          algorithm: 'EC_SIGN_P256_SHA256',
          pem: Keys.toPem(Keys.generate('secp256k1').publicKey),
        },
      ],
    ],
  ])('says so of %s', async (_, code, answer) => {
    const client = { getPublicKey: async () => answer, asymmetricSign: failing } as never
    await expect(googleKmsSigner(client, name)).rejects.toThrowError(refusal(code as never))
  })

  test('refuses a long message of Ed25519', async () => {
    const signer = await googleKmsSigner(kms(Keys.generate('Ed25519'), 'EC_SIGN_ED25519'), name)
    await expect(signer.sign(new Uint8Array(65_537))).rejects.toThrowError(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
  })
})

describe('Azure Key Vault', () => {
  const version = '78deebed173b48e48f55abf87ed4cf71'

  // KeyVaultKey and SignResult of @azure/keyvault-keys.
  function keys(local: Keys.LocalSigner, crv: string): AzureKeys & { readonly asked: unknown[] } {
    const asked: unknown[] = []
    const point = Keys.toUncompressed(local.publicKey)
    const [x, y] = [point.slice(1, 33), point.slice(33)]
    return {
      asked,
      getKey: async (name) => {
        const key = { kty: 'EC-HSM', crv, x, y, keyOps: ['sign', 'verify'] }
        return { name, key, properties: { version, enabled: true } }
      },
      getCryptographyClient: (name, options) => ({
        signData: async (algorithm, data) => {
          asked.push([name, options, algorithm])
          return { result: local.sign(data), algorithm, keyID: 'id' }
        },
      }),
    }
  }

  test.each([
    ['P-256', 'P-256', 'ES256'],
    ['secp256k1', 'P-256K', 'ES256K'],
  ] as const)('signs with %s', async (type, crv, algorithm) => {
    const local = Keys.generate(type)
    const client = keys(local, crv)
    await prove(await azureKeyVaultSigner(client, 'ledger'), local)
    expect(client.asked[0]).toEqual(['ledger', { keyVersion: version }, algorithm])
  })

  const local = Keys.generate('P-256')
  test.each([
    ['RSA', 'ERR_KEY_ALGORITHM', { key: { kty: 'RSA' }, properties: { version } }],
    ['no key', 'ERR_SIGNER_INVALID', { properties: { version } }],
    [
      'half a key',
      'ERR_SIGNER_INVALID',
      { key: { crv: 'P-256', x: new Uint8Array(32) }, properties: { version } },
    ],
    [
      'a point off the curve',
      'ERR_SIGNER_INVALID',
      {
        key: { crv: 'P-256', x: new Uint8Array(32), y: new Uint8Array(32) },
        properties: { version },
      },
    ],
  ])('says so of %s', async (_, code, answer) => {
    const client = { ...keys(local, 'P-256'), getKey: async () => answer } as never
    await expect(azureKeyVaultSigner(client, 'ledger')).rejects.toThrowError(refusal(code as never))
  })

  test('refuses an unknown option', async () => {
    const made = azureKeyVaultSigner(keys(local, 'P-256'), 'ledger', { versions: 1 } as never)
    await expect(made).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  })
})

describe('Vault', () => {
  // A stand-in for the server: `data` of each path.
  function vault(answers: Readonly<Record<string, unknown>>, status = 200): Vault {
    return {
      address: 'https://vault.example:8200/',
      token: 'token',
      fetch: (async (url: string, init: RequestInit) => {
        expect(init.redirect).toBe('error')
        const path = url.replace('https://vault.example:8200/v1/', '')
        return new Response(JSON.stringify(answers[path] ?? { errors: [] }), { status })
      }) as unknown as typeof fetch,
    }
  }
  const read = (data: unknown) => vault({ 'transit/keys/ledger': { data } })

  test.each([
    ['no data', 'ERR_SIGNER_INVALID', read(undefined)],
    ['RSA', 'ERR_KEY_ALGORITHM', read({ type: 'rsa-2048' })],
    ['derived keys', 'ERR_KEY_ALGORITHM', read({ type: 'ed25519', derived: true })],
    ['no key', 'ERR_SIGNER_INVALID', read({ type: 'ed25519', latest_version: 1, keys: {} })],
    ['another status', 'ERR_SIGNER_UNAVAILABLE', vault({}, 503)],
  ] as const)('says so of %s', async (_, code, from) => {
    await expect(vaultTransitSigner(from, 'ledger')).rejects.toThrowError(refusal(code))
  })

  test('tells the status and what the server says, and never the token', async () => {
    const said = { errors: ['permission denied'] }
    const error = await vaultTransitSigner(
      vault({ 'transit/keys/ledger': said }, 403),
      'ledger',
    ).catch((error: unknown) => error)
    expect(error).toMatchObject({ got: 403, reason: 'permission denied' })
    expect(String(error)).not.toContain('token')
  })

  test('refuses an unknown member', async () => {
    const made = vaultTransitSigner({ ...vault({}), tokens: 'x' } as Vault, 'ledger')
    await expect(made).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  })
})

describe('PKCS#11', () => {
  const session = new Uint8Array(8)
  const methods = ['Init', '', 'Final'].map((end) => `C_FindObjects${end}`)
  const module = Object.fromEntries(
    [...methods, 'C_GetAttributeValue', 'C_SignInit', 'C_SignAsync'].map((name) => [name, failing]),
  ) as unknown as Pkcs11

  test.each([
    ['neither label nor id', () => pkcs11Signer(module, session, {})],
    ['an unknown name', () => pkcs11Signer(module, session, { name: 'x' } as never)],
    ['no session', () => pkcs11Signer(module, undefined as never, { label: 'x' })],
    ['no module', () => pkcs11Signer({} as Pkcs11, session, { label: 'x' })],
  ])('refuses %s', async (_, make) => {
    await expect(make()).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  })
})
