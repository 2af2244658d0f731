'use client'

import { init, Keys } from 'countersign'
import { HttpSig } from 'countersign/http'
import { useEffect } from 'react'
import { proveRequest, report } from '../proof.js'

export default function Page() {
  useEffect(() => {
    report(async () => {
      await init()
      return proveRequest({ Keys, HttpSig })
    })
  }, [])
  return <main>in the page</main>
}
