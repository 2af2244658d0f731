// A request that an agent signed, and the server that knows where its keys are.

import { memoryReplayStore } from 'countersign'
import { HttpSig } from 'countersign/http'

import { keyid, resolver, signer } from './common.ts'

export const url = 'https://api.example/orders'
export const body = '{"order":7}'
export const replay = memoryReplayStore()
export const keys = HttpSig.didKeys(resolver)
export const headers = new Headers()
export const request = await HttpSig.sign(new Request(url, { method: 'POST', body }), signer, {
  keyid,
})
export const unsigned = new Request(url, { method: 'POST', body })
