// What renders on the server is given addresses in the page, where no file can be read: `inline` needs none.

import { Keys } from 'countersign/inline'
import { HttpSig } from 'countersign/inline/http'
import { proveRequest } from '../../proof.js'

// Made for each request, not once when the application is built.
export const dynamic = 'force-dynamic'

export default async function Page() {
  return <main>{await proveRequest({ Keys, HttpSig })}</main>
}
