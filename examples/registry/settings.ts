// What an instance is told by its environment. All instances of one registry share the key file and the databases.

import { join } from 'node:path'

export type Settings = {
  readonly host: string
  readonly port: number
  /** Scheme and host by which clients reach the registry; behind a proxy, that of the proxy. */
  readonly origin: string
  /** The private key of the registry, as a JWK. Made at the first start. */
  readonly keyFile: string
  /** The file of the embedded store, where neither address is given. */
  readonly databaseFile: string
  /** PostgreSQL: everything. */
  readonly databaseUrl: string | undefined
  /** Redis or Valkey: everything; beside PostgreSQL, only the nonces. */
  readonly redisUrl: string | undefined
  /** How long a stopping instance says that it is not ready before it takes no more requests, in milliseconds. */
  readonly drain: number
}

/** @throws Error for a value that cannot be one, with the name of its variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = wholeIn(env, 'PORT', 3000)
  const data = env['DATA'] ?? 'data'
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port,
    origin: originIn(env['ORIGIN'] ?? `http://127.0.0.1:${port}`),
    keyFile: env['KEY_FILE'] ?? join(data, 'registry.jwk'),
    databaseFile: join(data, 'registry.db'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    drain: wholeIn(env, 'DRAIN', 0),
  }
}

function wholeIn(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  usual: number,
): number {
  const text = env[name] ?? String(usual)
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is no whole number: ${text}`)
  return Number(text)
}

function originIn(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new Error(`ORIGIN is no origin such as https://registry.example: ${text}`)
  return text
}
