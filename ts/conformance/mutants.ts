/**
 * The test of the tool itself: changed vectors, drawn over all areas, each of which must be seen.
 *
 * @module
 */

import type { Api } from './case.js'
import { type Decisive, decisive, type Flip, flip, type Random } from './flip.js'
import { judgeFile, judgeFolder } from './run.js'
import type { Schema } from './schema.js'
import { type Folder, type VectorFile, vectorFile } from './vectors.js'

/** A changed vector: whether a case failed, or why none could. */
export type Mutant = {
  readonly path: string
  readonly schema: string
  readonly member: string
  readonly where: string
  readonly from: string
  readonly to: string
  readonly seen: boolean
  /** Why this case is not judged by its recorded member: a skip of README.md, or a rule. */
  readonly skip?: string
}

/** How many vectors, of which areas (all if none is named), by which seed. */
export type Draw = {
  readonly count: number
  readonly seed: number
  readonly areas: readonly string[]
}

/** The largest part of a draw that may be skipped. */
const maxSkipped = 0.05

/** Whether every change was seen, but for few skips with a reason. */
export function holds(mutants: readonly Mutant[]): boolean {
  const skipped = mutants.filter(({ skip }) => skip !== undefined)
  const unseen = mutants.filter(({ seen, skip }) => !seen && skip === undefined)
  return mutants.length > 0 && unseen.length === 0 && skipped.length <= mutants.length * maxSkipped
}

/** What was not seen, what was skipped, and how many there were. */
export function mutantsAsText(mutants: readonly Mutant[], seed: number): string {
  const lines = mutants
    .filter(({ seen }) => !seen)
    .map((mutant) => {
      const verdict = mutant.skip === undefined ? 'NOT SEEN' : `skipped (${mutant.skip})`
      return `${verdict} ${mutant.path} ${mutant.where}: ${short(mutant.from)} to ${short(mutant.to)} [${mutant.schema}]`
    })
  const count = (keep: (mutant: Mutant) => boolean) => mutants.filter(keep).length
  const skipped = count(({ skip }) => skip !== undefined)
  const areas = new Set(mutants.map(({ path }) => path.split('/')[0])).size
  const seen = count((mutant) => mutant.seen)
  const total = `${mutants.length} vectors of ${areas} areas changed (seed ${seed}): ${seen} seen`
  const rest = `${skipped} skipped, ${mutants.length - seen - skipped} not seen`
  return [...lines.sort(), `${total}, ${rest}`].join('\n')
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Numbers that a seed determines (mulberry32). */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

/**
 * Draws `count` places, area by area in turn: in each a schema and member, then a place of it. A row is
 * drawn once.
 */
function draw(
  folder: Folder,
  schemas: readonly Schema[],
  { count, areas: names }: Draw,
  random: Random,
): Decisive[] {
  const wanted = (area: string) => names.length === 0 || names.includes(area)
  const areas = [...groups(folder, schemas)].flatMap(([area, kinds]) =>
    wanted(area) ? [kinds] : [],
  )
  const drawn: Decisive[] = []
  for (let turn = 0; drawn.length < count && areas.some((area) => area.length > 0); turn += 1) {
    const area = areas[turn % areas.length]
    const kind = area?.[random(area.length)]
    if (!area || !kind) continue
    const [place] = kind.splice(random(kind.length), 1)
    if (place) drawn.push(place)
    if (kind.length === 0) area.splice(area.indexOf(kind), 1)
  }
  return drawn
}

/** For each area its decisive places, by schema and member. */
function groups(folder: Folder, schemas: readonly Schema[]): Map<string, Decisive[][]> {
  const kinds = new Map<string, Map<string, Decisive[]>>()
  for (const file of folder.files) {
    const schema = schemas.find((schema) => schema.matches(file, folder))
    for (const place of schema ? decisive(file, folder, schema) : []) {
      const area = kinds.get(file.area) ?? new Map<string, Decisive[]>()
      const name = `${schema?.name}: ${place.member}`
      kinds.set(file.area, area.set(name, [...(area.get(name) ?? []), place]))
    }
  }
  return new Map([...kinds].map(([area, byName]) => [area, [...byName.values()]]))
}

/** Draws places, changes each, and judges what comes of it. */
export async function mutate(
  folder: Folder,
  api: Api,
  schemas: readonly Schema[],
  wanted: Draw,
): Promise<Mutant[]> {
  const random = seeded(wanted.seed)
  const mutants: Mutant[] = []
  for (const place of draw(folder, schemas, wanted, random)) {
    const flipped = flip(place, folder, random)
    const schema = schemas.find((known) => known.matches(place.file, folder))
    const seen = await fails(flipped, api, schemas)
    const skip = seen ? undefined : await reason(flipped, folder, api, schemas)
    mutants.push({
      path: place.file.path,
      schema: schema?.name ?? '',
      member: place.member,
      where: place.path.join('.'),
      from: flipped.from,
      to: flipped.to,
      seen,
      ...(skip !== undefined && { skip }),
    })
  }
  return mutants
}

/** Whether a case of the file fails, or one of its area: some files serve others. */
async function fails(flipped: Flip, api: Api, schemas: readonly Schema[]): Promise<boolean> {
  const own = await judgeFile(flipped.file, flipped.folder, api, schemas)
  if (own.failures.length > 0) return true
  if (own.passed > 0 && flipped.place.member !== 'line') return false
  const all = await judgeFolder(flipped.folder, api, schemas, [flipped.file.area])
  return all.some(({ failures }) => failures.length > 0)
}

/**
 * Why the row of a place is not judged by what it records: it is skipped, or a rule decides. The row counts
 * for what the file has more of with it than without it.
 */
async function reason(
  flipped: Flip,
  folder: Folder,
  api: Api,
  schemas: readonly Schema[],
): Promise<string | undefined> {
  const { place } = flipped
  const judged = (file: VectorFile) => judgeFile(file, flipped.folder, api, schemas)
  const [whole, changed] = [
    await judgeFile(place.file, folder, api, schemas),
    await judged(flipped.file),
  ]
  const rest = without(place)
  const { skipped, ruled } = rest ? await judged(rest) : { skipped: {}, ruled: {} }
  const skip = more(whole.skipped, skipped) ?? more(changed.skipped, whole.skipped)
  const rule = more(whole.ruled, ruled)
  return skip ?? (rule && `rule: ${rule}`)
}

/** The name that counts more than it did before. */
function more(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): string | undefined {
  return Object.keys(after).find((name) => Number(after[name]) > (before[name] ?? 0))
}

/** The file without the row of the place, where it has rows. */
function without({ file, path }: Decisive): VectorFile | undefined {
  const json: unknown = structuredClone(file.json)
  let [value, rows, position]: [unknown, unknown[] | undefined, number] = [json, undefined, 0]
  for (const [index, step] of path.entries()) {
    const isRow = index === 0 || lists.has(String(path[index - 1]))
    if (Array.isArray(value) && isRow) [rows, position] = [value, Number(step)]
    value = (value as Record<string | number, unknown>)[step]
  }
  if (rows === undefined || rows.length < 2) return undefined
  rows.splice(position, 1)
  return vectorFile(file.path, new TextEncoder().encode(JSON.stringify(json)), file.area)
}

const lists: ReadonlySet<string> = new Set(['tests', 'cases', 'executions'])
