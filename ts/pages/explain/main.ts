/**
 * The page that explains what is dropped on it.
 *
 * @module
 */

import { init, type TrustInput } from 'countersign'
import { byId, make } from '../../../bench/page/dom.js'
import type { Rows } from '../../cli/recognise.js'
import { type Answer, answerTo } from './answer.js'
import { trustIn } from './verify.js'

/** Larger files are not read. */
const largest = 16 << 20

const documentField = byId<HTMLTextAreaElement>('document')
const trustField = byId<HTMLTextAreaElement>('trust')
const originField = byId<HTMLInputElement>('origin')

/** The last file as it was read: a field for text has other ends of lines, and a digest would see that. */
let file = { shown: '', text: '' }
let asked = 0

const ready = init()

byId('given').addEventListener('submit', (event) => event.preventDefault())
for (const field of [documentField, trustField, originField])
  field.addEventListener('input', answer)
byId<HTMLInputElement>('file').addEventListener('change', ({ target }) =>
  take((target as HTMLInputElement).files?.[0]),
)
addEventListener('dragover', (event) => {
  event.preventDefault()
  byId('given').classList.add('over')
})
addEventListener('dragleave', () => byId('given').classList.remove('over'))
addEventListener('drop', (event) => {
  event.preventDefault()
  byId('given').classList.remove('over')
  const [dropped] = event.dataTransfer?.files ?? []
  if (dropped) take(dropped)
  else show(event.dataTransfer?.getData('text') ?? '')
})

async function take(picked: File | undefined): Promise<void> {
  if (!picked) return
  if (picked.size > largest) {
    const verdict = `The file is larger than ${largest >> 20} MiB.`
    return draw({ state: 'refused', verdict, proven: [], claims: [], isRequest: false })
  }
  show(await picked.text())
}

function show(text: string): void {
  documentField.value = text
  file = { shown: documentField.value, text }
  answer()
}

/** Answers for what the fields hold; an answer that comes after a later question is not shown. */
async function answer(): Promise<void> {
  asked += 1
  const own = asked
  await ready
  const text = documentField.value === file.shown ? file.text : documentField.value
  const given = await answerTo(text, readTrust(), originField.value || undefined)
  if (own === asked) draw(given)
}

function readTrust(): TrustInput | undefined {
  const problem = byId('trust-problem')
  try {
    problem.textContent = ''
    return trustIn(trustField.value)
  } catch (error) {
    problem.textContent = (error as Error).message
    return undefined
  }
}

function draw({ state, verdict, proven, claims, isRequest }: Answer): void {
  byId('verdict').dataset['state'] = state
  byId('verdict').textContent = verdict
  byId('received').hidden = !isRequest
  list('proven', proven)
  list('claims', claims)
}

function list(id: string, rows: Rows): void {
  const items = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [make('dt', {}, name), make('dd', {}, value)],
  )
  byId(id).hidden = items.length === 0
  byId(id)
    .querySelector('dl')
    ?.replaceChildren(...items)
}
