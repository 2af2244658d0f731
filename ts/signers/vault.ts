// OpenBao in its development mode, on loopback and in memory.

import { join } from 'node:path'

import { vaultTransitSigner } from 'countersign/signers/vault-transit'

import { folder, freePort, Program } from '../stores/servers/process.js'
import { prove, refuse } from './prove.js'

const token = 'only-for-this-test'

export async function vault(bin: string): Promise<void> {
  const [port, home] = [await freePort(), folder()]
  const address = `http://127.0.0.1:${port}`
  const dev = [`-dev-listen-address=127.0.0.1:${port}`, `-dev-root-token-id=${token}`]
  const bao = join(bin, 'bao')
  const server = new Program(bao, ['server', '-dev', '-dev-no-store-token', ...dev], {
    env: { ...process.env, HOME: home.path },
  })
  try {
    await server.ready(() => ask(address, 'sys/health'))
    await checkAll(address)
  } finally {
    await server.end('SIGTERM')
    home.remove()
  }
  await refuse('Vault', 'that is gone', 'ERR_SIGNER_UNAVAILABLE', () =>
    vaultTransitSigner({ address, token }, 'one'),
  )
}

async function checkAll(address: string): Promise<void> {
  await ask(address, 'sys/mounts/agents/keys', { type: 'transit' })
  const keys = { one: 'ed25519', two: 'ecdsa-p256', other: 'rsa-2048' }
  for (const [name, type] of Object.entries(keys))
    await ask(address, `agents/keys/keys/${name}`, { type })
  await ask(address, 'agents/keys/keys/derived', { type: 'ed25519', derived: true })
  const signerAt = (name: string, from = token) =>
    vaultTransitSigner({ address, token: async () => from }, name, { mount: 'agents/keys' })

  await prove('Vault', 'Ed25519', () => signerAt('one'))
  await prove('Vault', 'P-256', () => signerAt('two'))
  await prove('Vault', 'Ed25519', async () => {
    const signer = await signerAt('one')
    // The signer stays with its version.
    await ask(address, 'agents/keys/keys/one/rotate', {})
    return signer
  })
  await refuse('Vault', 'RSA', 'ERR_KEY_ALGORITHM', () => signerAt('other'))
  await refuse('Vault', 'derived', 'ERR_KEY_ALGORITHM', () => signerAt('derived'))
  await refuse('Vault', 'no such key', 'ERR_SIGNER_UNAVAILABLE', () => signerAt('none'))
  await refuse('Vault', 'no token', 'ERR_SIGNER_UNAVAILABLE', () => signerAt('one', 'another'))
}

async function ask(address: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${address}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-vault-token': token },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
