/**
 * Loads one engine in a browser. A missing one is an error, never another engine.
 *
 * @module
 */

import type { Api } from '../case.js'

/** Addresses of the parts, by their paths. */
const files = import.meta.glob<string>('../../dist/generated/{wasm,wasm-fma}/*.wasm', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** Why a file of ours can fail to start where the other one starts. */
const lacking =
  'this browser has no relaxed SIMD, or its multiply-add rounds twice, and the engine needs one rounding'

export async function load(engine: string): Promise<Api> {
  const slim = await import('countersign/slim')
  const address = (part: string) => {
    const file = files[`../../dist/generated/${engine}/${part}.wasm`]
    if (!file) throw new Error(`a browser has no engine ${engine}`)
    return new URL(file, import.meta.url)
  }
  try {
    const parts = Object.fromEntries(slim.parts.map((part) => [part, address(part)]))
    await slim.init({ core: address('verify'), parts })
  } catch (error) {
    const invalid = (error as { code?: string }).code === 'ERR_WASM_INVALID'
    throw invalid && engine === 'wasm-fma' ? new Error(lacking) : error
  }
  return { ...(await import('countersign/all')), ...(await import('countersign/hazmat')) }
}
