// The user's own identity: made once, then opened with a passkey or a passphrase.

import { type ReactNode, useState } from 'react'

import {
  createWithPasskey,
  createWithPassphrase,
  explainUnlock,
  openWithPasskey,
  openWithPassphrase,
} from './identity.ts'

export function IdentityPanel(): ReactNode {
  const [passphrase, setPassphrase] = useState('')
  const [status, setStatus] = useState('')
  const run = (work: () => Promise<string>, say: (found: string) => string) => () => {
    setStatus('…')
    work().then(
      (found) => setStatus(say(found)),
      (error) => setStatus(explainUnlock(error)),
    )
  }
  const made = (recoveryKey: string) => `Made. Write the recovery key down: ${recoveryKey}`
  const opened = (did: string) => `Open: ${did}`
  const isEmpty = passphrase === ''
  return (
    <section aria-label="Your identity">
      <h2>Your identity</h2>
      <p className="row">
        <button type="button" onClick={run(createWithPasskey, made)}>
          Make with a passkey
        </button>
        <button type="button" onClick={run(openWithPasskey, opened)}>
          Open with the passkey
        </button>
      </p>
      <label>
        Passphrase
        <input
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      </label>
      <p className="row">
        <button
          type="button"
          disabled={isEmpty}
          onClick={run(() => createWithPassphrase(passphrase), made)}
        >
          Make with the passphrase
        </button>
        <button
          type="button"
          disabled={isEmpty}
          onClick={run(() => openWithPassphrase(passphrase), opened)}
        >
          Open with the passphrase
        </button>
      </p>
      <output className="did">{status}</output>
    </section>
  )
}
