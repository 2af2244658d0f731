// The edge runtime compiles nothing: it gives files of WebAssembly as modules, and `countersign/slim` takes them.

import { HttpSig } from 'countersign/http'
import { initSync, Keys } from 'countersign/slim'
import http from 'countersign/wasm/http.wasm?module'
import sign from 'countersign/wasm/sign.wasm?module'
import core from 'countersign/wasm/verify.wasm?module'
import { proveRequest } from '../../proof.js'

export const runtime = 'edge'

initSync({ core, parts: { sign, http } })

export async function GET() {
  return new Response(await proveRequest({ Keys, HttpSig }))
}
