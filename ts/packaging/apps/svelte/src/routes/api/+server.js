import { Keys } from 'countersign'
import { HttpSig } from 'countersign/http'
import { outcomeOf, proveRequest } from '../../../proof.js'

export async function GET() {
  return new Response(await outcomeOf(() => proveRequest({ Keys, HttpSig })))
}
