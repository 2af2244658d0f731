// Moto, which answers as AWS KMS does, asked through AWS's own client. It takes a digest for a message, so that messages
// over 4,096 bytes are for the tests of `ts/test`.

import { join } from 'node:path'

import { type AwsKms, awsKmsSigner } from 'countersign/signers/aws-kms'

import { freePort, Program } from '../stores/servers/process.js'
import { clientOf } from './clients.js'
import { prove, refuse } from './prove.js'

type KeySpec = 'ECC_NIST_P256' | 'ECC_SECG_P256K1' | 'RSA_2048'

/** What a test needs besides: it makes keys. */
type Client = AwsKms & {
  createKey(input: { KeySpec: KeySpec; KeyUsage: 'SIGN_VERIFY' }): Promise<{
    readonly KeyMetadata?: { readonly KeyId?: string }
  }>
  createAlias(input: { AliasName: string; TargetKeyId: string }): Promise<unknown>
  listKeys(input: object): Promise<unknown>
  destroy(): void
}

export async function aws(bin: string): Promise<void> {
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const server = new Program(join(bin, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)])
  const { KMS } = clientOf('@aws-sdk/client-kms') as {
    KMS: new (options: object) => Client
  }
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new KMS({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 })
  const create = async (KeySpec: KeySpec) =>
    String((await client.createKey({ KeySpec, KeyUsage: 'SIGN_VERIFY' })).KeyMetadata?.KeyId)
  try {
    await server.ready(() => client.listKeys({}))
    const id = await create('ECC_NIST_P256')
    await prove('AWS KMS', 'P-256', () => awsKmsSigner(client, id))
    await client.createAlias({ AliasName: 'alias/agent', TargetKeyId: id })
    await prove('AWS KMS', 'P-256', () => awsKmsSigner(client, 'alias/agent'))
    const other = await create('ECC_SECG_P256K1')
    await prove('AWS KMS', 'secp256k1', () => awsKmsSigner(client, other))
    const rsa = await create('RSA_2048')
    await refuse('AWS KMS', 'RSA', 'ERR_KEY_ALGORITHM', () => awsKmsSigner(client, rsa))
    const gone = 'alias/none'
    await refuse('AWS KMS', 'no such key', 'ERR_SIGNER_UNAVAILABLE', () =>
      awsKmsSigner(client, gone),
    )
  } finally {
    client.destroy()
    await server.end('SIGTERM')
  }
}
