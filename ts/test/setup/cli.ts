// The built command, run in a folder of its own that has a key, its public half and a card.

import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Did, Encoding, Keys } from 'countersign'
import { afterAll } from 'vitest'
import { ledger } from './card.js'

const bin = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

export function write(name: string, text: string, mode = 0o644): void {
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), mode)
}
export const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
/** Who may do what with a file. */
export const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777

type Answer = { readonly status: number | null; readonly out: string; readonly err: string }

/** Runs the built command. Input is sent through a pipe, so it never has a terminal. */
export function run(args: readonly string[], input = ''): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
    let [out, err] = ['', '']
    child.stdout.on('data', (text) => (out += text))
    child.stderr.on('data', (text) => (err += text))
    child.on('close', (status) => resolve({ status, out, err }))
    // A command that reads nothing may be gone by now.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Runs it with `--json`, and gives what that says. */
export async function json(
  args: readonly string[],
  input = '',
  // biome-ignore lint/suspicious/noExplicitAny: each command says something else
): Promise<{ status: number | null; value: any }> {
  const { status, out } = await run([...args, '--json'], input)
  return { status, value: JSON.parse(out) }
}

export const agent: Keys.LocalKey<'Ed25519'> = Keys.generate('Ed25519')
export const did: Did.Did = Did.fromKey(agent.publicKey)
/** As it stands in a JWK. */
export const secretOf = (signer: Keys.LocalSigner): string =>
  Encoding.base64url.encode(Keys.dangerouslyExportSecret(signer))

write('agent.jwk', JSON.stringify(Keys.dangerouslyExportJwk(agent)), 0o600)
write('agent.pub.jwk', JSON.stringify(Keys.toJwk(agent.publicKey)))
write('card.json', JSON.stringify(ledger))
write('pass.txt', 'correct horse\n', 0o600)

/** Makes `id.json`, an identity file with the key, and `rec.txt`, its recovery key. */
export function createIdentity(): Promise<Answer> {
  const identity = ['--key', 'agent.jwk', '--passphrase-file', 'pass.txt', '--out', 'id.json']
  return run(['identity', 'create', ...identity, '--recovery', 'rec.txt'])
}
