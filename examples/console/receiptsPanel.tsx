// The drawer of receipts: what both did, as a file that anybody can verify, and a place to drop such a file.

import type { Receipt } from 'countersign'
import { type DragEvent, type ReactNode, useState } from 'react'

import { explain, verifyFile } from './meeting.ts'
import type { Registry } from './registry.ts'

type Props = {
  readonly receipts: readonly Receipt.Receipt[]
  /** What became of a receipt at the registry, by its signature. */
  readonly recorded: ReadonlyMap<string, string>
  readonly registry: Registry | undefined
}

export function ReceiptsPanel({ receipts, recorded, registry }: Props): ReactNode {
  const lines = receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join('')
  const file = `data:application/x-ndjson,${encodeURIComponent(lines)}`
  return (
    <section aria-label="Receipts">
      <h2>Receipts</h2>
      {registry && <p className="did">Recorded by {registry.did}</p>}
      <details>
        <summary>{receipts.length} receipts, in two chains</summary>
        <ol className="receipts">
          {receipts.map(({ action, actor, sequence, time, signature }) => (
            <li key={signature}>
              <strong>{action}</strong> number {sequence} of <span className="did">{actor}</span>
              <small>
                {new Date(time).toLocaleTimeString()} {recorded.get(signature)}
              </small>
            </li>
          ))}
        </ol>
      </details>
      {receipts.length > 0 && (
        <a href={file} download="receipts.jsonl">
          Save as a file
        </a>
      )}
      <Verifier />
    </section>
  )
}

/** Verifies a file without asking anybody. */
function Verifier(): ReactNode {
  const [outcome, setOutcome] = useState<{ readonly isGood: boolean; readonly text: string }>()
  const verify = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      const count = await verifyFile(await file.text())
      setOutcome({ isGood: true, text: `✓ ${count} receipts hold` })
    } catch (error) {
      setOutcome({ isGood: false, text: `✗ refused: ${explain(error)}` })
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void verify(event.dataTransfer.files[0])
  }
  return (
    <label className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      Drop or choose a file of receipts to verify, offline
      <input type="file" onChange={(event) => void verify(event.target.files?.[0])} />
      <output className={outcome?.isGood ? 'good' : 'bad'}>{outcome?.text}</output>
    </label>
  )
}
