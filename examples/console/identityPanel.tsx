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
  const button = (label: string, work: () => Promise<string>, say: typeof made) => (
    <button type="button" disabled={passphrase === ''} onClick={run(work, say)}>
      {label}
    </button>
  )
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
      <Passphrase value={passphrase} change={setPassphrase} />
      <p className="row">
        {button('Make with the passphrase', () => createWithPassphrase(passphrase), made)}
        {button('Open with the passphrase', () => openWithPassphrase(passphrase), opened)}
      </p>
      <output className="did">{status}</output>
    </section>
  )
}

type PassphraseProps = { readonly value: string; change(value: string): void }

function Passphrase({ value, change }: PassphraseProps): ReactNode {
  return (
    <label>
      Passphrase
      <input
        type="password"
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </label>
  )
}
