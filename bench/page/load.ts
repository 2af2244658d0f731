/**
 * Loads one engine in a browser. A missing one is an error, never another engine.
 *
 * @module
 */

import plain from 'countersign/wasm.wasm?url'
import fused from 'countersign/wasm-fma.wasm?url'
import type { Api } from '../case.js'

const files: Readonly<Record<string, string>> = { wasm: plain, 'wasm-fma': fused }

/** Why a file of ours can fail to start where the other one starts. */
const lacking =
  'this browser has no relaxed SIMD, or its multiply-add rounds twice, and the engine needs one rounding'

export async function load(engine: string): Promise<Api> {
  const file = files[engine]
  if (!file) throw new Error(`a browser has no engine ${engine}`)
  const slim = await import('countersign/slim')
  try {
    await slim.init({ wasm: new URL(file, import.meta.url) })
  } catch (error) {
    const invalid = (error as { code?: string }).code === 'ERR_WASM_INVALID'
    throw invalid && engine === 'wasm-fma' ? new Error(lacking) : error
  }
  return { ...(await import('countersign/all')), ...(await import('countersign/hazmat')) }
}
