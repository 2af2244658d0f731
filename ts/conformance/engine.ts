/**
 * Loads one engine behind the public entries. A missing one is an error, never another engine.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Api } from './case.js'

export const engines = ['wasm', 'wasm-fma', 'native'] as const

export type EngineName = (typeof engines)[number]

export async function load(engine: EngineName): Promise<Api> {
  await (engine === 'native' ? native() : compiled(engine))
  return { ...(await import('countersign/all')), ...(await import('countersign/hazmat')) }
}

async function native(): Promise<void> {
  const entry = await import('countersign/native')
  await entry.init()
}

async function compiled(engine: 'wasm' | 'wasm-fma'): Promise<void> {
  const entry = await import('countersign/slim')
  const { resolve } = createRequire(import.meta.url)
  const read = (part: string) => readFileSync(resolve(`countersign/${engine}/${part}.wasm`))
  const parts = Object.fromEntries(entry.parts.map((part) => [part, read(part)]))
  entry.initSync({ core: read('verify'), parts })
}
