// The page: who is there, what they say, what one lets the other do, and what can be proven of it.

import type { Receipt } from 'countersign'
import { type FormEvent, type ReactNode, useState } from 'react'

import { IdentityPanel } from './identityPanel.tsx'
import type { Meeting, Message, Name } from './meeting.ts'
import { explain } from './meeting.ts'
import { ReceiptsPanel } from './receiptsPanel.tsx'
import type { Registry } from './registry.ts'

type ConsoleProps = { readonly meeting: Meeting; readonly registry: Registry | undefined }

export function Console({ meeting, registry }: ConsoleProps): ReactNode {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [receipts, setReceipts] = useState<readonly Receipt.Receipt[]>([])
  const [recorded, setRecorded] = useState<ReadonlyMap<string, string>>(new Map())
  const keep = (receipt: Receipt.Receipt) => {
    setReceipts((all) => [...all, receipt])
    if (registry === undefined) return
    const note = (text: string) => setRecorded((all) => new Map(all).set(receipt.signature, text))
    meeting.recordAt(registry, receipt).then(
      (entry) => note(`✓ recorded as entry ${entry}`),
      (error) => note(`✗ not recorded: ${explain(error)}`),
    )
  }
  const say = (from: Name, text: string) => {
    const { message, receipt } = meeting.say(from, text)
    setMessages((all) => [...all, message])
    keep(receipt)
  }
  return (
    <>
      <header>
        <h1>Two agents</h1>
        <p>Each has verified the card of the other. They talk over an encrypted session.</p>
      </header>
      <main>
        <Cards meeting={meeting} />
        <div className="column">
          <Conversation messages={messages} say={say} />
          <IdentityPanel />
        </div>
        <div className="column">
          <Authority meeting={meeting} keep={keep} />
          <ReceiptsPanel receipts={receipts} recorded={recorded} registry={registry} />
        </div>
      </main>
    </>
  )
}

function Cards({ meeting }: { readonly meeting: Meeting }): ReactNode {
  return (
    <section className="cards" aria-label="Agents">
      {meeting.agents.map(({ name, did, card, trust }) => (
        <article key={name} className={`card ${name}`}>
          <h2>{name}</h2>
          <p>{card}</p>
          <p className="did">{did}</p>
          <p className="good">✓ card verified, signer {trust}</p>
        </article>
      ))}
    </section>
  )
}

type ConversationProps = {
  readonly messages: readonly Message[]
  say(from: Name, text: string): void
}

function Conversation({ messages, say }: ConversationProps): ReactNode {
  return (
    <section className="conversation" aria-label="Conversation">
      <h2>Session</h2>
      <ol aria-live="polite">
        {messages.map(({ from, text, sealed }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added, at the end
          <li key={index} className={from}>
            <strong>{from}</strong> {text}
            <small>{sealed} bytes, sealed</small>
          </li>
        ))}
      </ol>
      {messages.length === 0 && <p className="hint">Nothing was said yet.</p>}
      <MessageForm say={say} />
    </section>
  )
}

function MessageForm({ say }: Pick<ConversationProps, 'say'>): ReactNode {
  const [text, setText] = useState('')
  const [from, setFrom] = useState<Name>('Ledger')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    say(from, text)
    setText('')
  }
  return (
    <form onSubmit={send}>
      <label>
        From
        <select value={from} onChange={(event) => setFrom(event.target.value as Name)}>
          <option>Ledger</option>
          <option>Notary</option>
        </select>
      </label>
      <label className="wide">
        Message
        <input value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit">Send</button>
    </form>
  )
}

type AuthorityProps = { readonly meeting: Meeting; keep(receipt: Receipt.Receipt): void }

/** What Ledger lets Notary do. */
function Authority({ meeting, keep }: AuthorityProps): ReactNode {
  const [state, setState] = useState<'none' | 'granted' | 'revoked'>('none')
  const [verdict, setVerdict] = useState('')
  const change = (next: 'granted' | 'revoked', receipt: Receipt.Receipt) => {
    keep(receipt)
    setState(next)
    setVerdict('')
  }
  const use = () => meeting.use().then(setVerdict, (error) => setVerdict(explain(error)))
  return (
    <section aria-label="Authority">
      <h2>Authority</h2>
      <p>Ledger may let Notary read its books of one month.</p>
      <p className="row">
        <button
          type="button"
          disabled={state === 'granted'}
          onClick={() => change('granted', meeting.grant())}
        >
          Grant
        </button>
        <button
          type="button"
          disabled={state !== 'granted'}
          onClick={() => change('revoked', meeting.revoke())}
        >
          Revoke
        </button>
        <button type="button" disabled={state === 'none'} onClick={use}>
          Read as Notary
        </button>
      </p>
      <output className={verdict === 'allowed' ? 'good' : 'bad'}>{verdict}</output>
    </section>
  )
}
