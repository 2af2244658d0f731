/**
 * Loads one engine behind the public API, in Node. A missing one is an error, never another engine.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Api } from './case.js'

export async function load(engine: string): Promise<Api> {
  if (engine === 'native') {
    const native = await import('countersign/native')
    await native.init()
    return withHazmat(native)
  }
  const slim = await import('countersign/slim')
  const file = createRequire(import.meta.url).resolve(`countersign/${engine}.wasm`)
  slim.initSync({ module: readFileSync(file) })
  return withHazmat(slim)
}

/** The dangerous parts run on the engine that is loaded already. */
async function withHazmat(entry: object): Promise<Api> {
  return { ...entry, ...(await import('countersign/hazmat')) } as unknown as Api
}
