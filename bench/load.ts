/**
 * Loads one engine behind the public API, in Node. A missing one is an error, never another engine.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Api } from './case.js'

/** Reads a part of an engine in WebAssembly. */
type Read = (part: string) => Uint8Array<ArrayBuffer>

export async function load(engine: string, read: Read = shipped(engine)): Promise<Api> {
  if (engine === 'native') {
    const native = await import('countersign/native')
    await native.init()
  } else {
    const slim = await import('countersign/slim')
    const parts = Object.fromEntries(slim.parts.map((part) => [part, read(part)]))
    slim.initSync({ core: read('verify'), parts })
  }
  // They run on the engine that is loaded already.
  return { ...(await import('countersign/all')), ...(await import('countersign/hazmat')) }
}

function shipped(engine: string): Read {
  const { resolve } = createRequire(import.meta.url)
  return (part) => readFileSync(resolve(`countersign/${engine}/${part}.wasm`))
}
