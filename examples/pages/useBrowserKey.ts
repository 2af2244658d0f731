// A hook for React: the key of this browser, and a `fetch` that signs with it. Copy it.

import { Did, init, Keys } from 'countersign'
import { HttpSig } from 'countersign/http'
import { useEffect, useState } from 'react'

/** The key, once it is there; or why there is none. */
export type BrowserKey =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly did: string; readonly signedFetch: typeof fetch }

/** The key of this browser that has the name; it is made at the first visit, and found again after a reload. */
export function useBrowserKey(name: string): BrowserKey {
  const [key, setKey] = useState<BrowserKey>({ state: 'loading' })
  useEffect(() => {
    // React may take the component away, or ask for another name, before the key is there.
    let wanted = true
    setKey({ state: 'loading' })
    open(name).then(
      (opened) => wanted && setKey(opened),
      (error: unknown) => wanted && setKey({ state: 'failed', error }),
    )
    return () => {
      wanted = false
    }
  }, [name])
  return key
}

async function open(name: string): Promise<BrowserKey> {
  await init()
  const signer = await Keys.browserKey(name)
  const signedFetch = HttpSig.fetch(signer, { keyid: Did.keyId(signer.publicKey) })
  return { state: 'ready', did: Did.fromKey(signer.publicKey), signedFetch }
}
