// A disk without room: what was acknowledged is there when there is room again, and everything else was refused.

import { randomUUID } from 'node:crypto'

import { insist } from '../insist.js'
import { line, must, notRun } from '../report.js'
import { canMount, type Disk, mount } from '../servers/disk.js'
import type { Owner } from '../servers/process.js'
import { connect, connectLogs, type LogTarget, type Target } from '../target.js'

const later = 4_102_444_800
const lanes = 16
/** More than fits into what a server has set aside. */
const most = 200_000
const hash = 32

/** What stands on the disk: a target, and its server, which may have ended because of it. */
export type OnDisk<T> = {
  readonly target: T
  revive(): Promise<void>
  stop(): Promise<void>
}

/** Runs `check` with a store on a small disk, or says why not. */
export async function withoutRoom<T extends LogTarget>(
  store: string,
  megabytes: number,
  start: (place: (owner?: Owner) => Disk) => Promise<OnDisk<T>>,
  check: (on: OnDisk<T>, disk: Disk) => Promise<object>,
): Promise<void> {
  if (!canMount())
    return notRun(
      `${store}: a disk without room: only root may mount a small one. \`sudo npm run check -- --only stores\` does`,
    )
  await line(store, 'a disk without room', async () => {
    let disk: Disk | undefined
    const place = (owner?: Owner) => {
      disk = mount(megabytes, owner)
      if (disk === undefined) throw new Error('the disk could not be mounted')
      return disk
    }
    const on = await start(place)
    try {
      return await check(on, disk as unknown as Disk)
    } finally {
      await on.stop()
      ;(disk as unknown as Disk).remove()
    }
  })
}

/** Marks until one is refused; then, with room again, asks for all of them once more. */
export async function fullOfMarks({ target, revive }: OnDisk<Target>, disk: Disk): Promise<object> {
  const { stores, close } = await connect(target, { timeout: 10_000 })
  const name = randomUUID()
  const mark = (index: number) => stores.replay.checkAndMark(`${name}-${index}`, later)
  must(await mark(0), 'a mark while there is room')
  disk.fill()
  const answers = new Map<number, string>([[0, 'true']])
  let [next, isFull] = [1, false]
  const lane = async () => {
    while (!isFull && next < most) {
      const index = next++
      const answer = await mark(index).then(String, (error) => error.code as string)
      answers.set(index, answer)
      isFull ||= answer !== 'true'
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { healthy } = await stores.health()
  disk.free()
  // A server may end because of it, at any moment.
  const askAgain = async (index: number) => {
    await revive()
    return mark(index)
  }
  const codes = new Set(answers.values())
  codes.delete('true')
  must(isFull && !healthy, `it fills, and health says so: ${[...codes]}`)
  const refusals = ['ERR_STORE_UNAVAILABLE', 'ERR_REPLAY_FULL']
  must(
    [...codes].every((code) => refusals.includes(code)),
    `the codes are ${[...codes]}`,
  )
  let twice = 0
  for (const [index, answer] of answers)
    if ((await insist(() => askAgain(index))) && answer === 'true') twice += 1
  await close()
  must(twice === 0, `${twice} were accepted twice`)
  const accepted = [...answers.values()].filter((answer) => answer === 'true').length
  return { asked: answers.size, accepted, refused: answers.size - accepted, twice, lost: 0 }
}

/** Writes tiles until one is refused; then, with room again, looks for all of them and goes on. */
export async function fullOfTiles(
  { target, revive }: OnDisk<LogTarget>,
  disk: Disk,
): Promise<object> {
  const { logs, close } = await connectLogs(target)
  const store = logs.log(randomUUID())
  const tileOf = (index: number) => new Uint8Array(256 * hash).fill(index % 251)
  const pathOf = (index: number) => `tile/0/${String(index).padStart(3, '0')}`
  const write = (index: number) => store.write(pathOf(index), tileOf(index))
  await write(0)
  disk.fill()
  let [written, code] = [1, '']
  while (code === '' && written < 1000) {
    code = await write(written).then(
      () => '',
      (error) => error.code as string,
    )
    if (code === '') written += 1
  }
  const { healthy } = await logs.health()
  disk.free()
  must(code === 'ERR_STORE_UNAVAILABLE' && !healthy, `the code is ${code}, and health says so`)
  let lost = 0
  for (let index = 0; index < written; index += 1) {
    const tile = await insist(async () => {
      await revive()
      return store.read(pathOf(index))
    })
    if (tile === undefined || Buffer.compare(tile, tileOf(index)) !== 0) lost += 1
  }
  must(lost === 0, `${lost} tiles are lost`)
  await insist(() => write(written))
  await close()
  return { asked: written + 1, accepted: written, refused: 1, lost, note: 'then it went on' }
}
