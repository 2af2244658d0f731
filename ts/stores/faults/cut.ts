// A connection that is lost before and after the server has done what it was asked, and one that says nothing.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { insist } from '../insist.js'
import { CuttingProxy, delay, type Mode } from '../proxy.js'
import { line, must } from '../report.js'
import { connect, nameOf, type Target } from '../target.js'

const later = 4_102_444_800
const marks = 32

/** Over a proxy before the server at `port`. */
export async function cutConnections(
  target: Target,
  port: number,
  urlAt: (port: number) => string,
): Promise<void> {
  const through = async (run: (target: Target, proxy: CuttingProxy) => Promise<object>) => {
    const proxy = await CuttingProxy.before(port)
    try {
      return await run({ ...target, url: urlAt(proxy.port) }, proxy)
    } finally {
      await proxy.close()
    }
  }
  const cut = (mode: Mode, want: number) => () =>
    through((behind, proxy) => cutEach(behind, proxy, mode, want))
  await line(nameOf(target), 'connection lost before the commit', cut('before', marks))
  await line(nameOf(target), 'connection lost after the commit', cut('after', 0))
  await line(nameOf(target), 'a server that never answers', () => through(silence))
  await line(nameOf(target), 'an answer that comes too late', () => through(lateness))
  await line(nameOf(target), 'an answer that makes no sense', () => through(nonsense))
}

/** Cuts the connection at each mark, then asks for it again. */
async function cutEach(target: Target, proxy: CuttingProxy, mode: Mode, want: number) {
  const { stores, close } = await connect(target)
  const name = randomUUID()
  const ask = (mark: number) => stores.replay.checkAndMark(`${name}-${mark}`, later)
  // The first mark looks at the room of its table too, which is another question.
  await ask(marks)
  let [accepted, refused, twice] = [0, 0, 0]
  for (let mark = 0; mark < marks; mark += 1) {
    await settled(stores)
    proxy.mode = mode
    const first = await ask(mark).catch(() => undefined)
    const again = await insist(() => ask(mark))
    const yeses = [first, again].filter((answer) => answer === true).length
    accepted += Math.min(yeses, 1)
    twice += Math.max(0, yeses - 1)
    refused += [first, again].filter((answer) => answer !== true).length
  }
  await close()
  must(twice === 0, `${twice} were accepted twice`)
  must(accepted === want, `${accepted} of ${marks} were accepted, and not ${want}`)
  return { asked: 2 * marks, accepted, refused, twice }
}

/** A connection is there that passes everything. */
async function settled(stores: Awaited<ReturnType<typeof connect>>['stores']): Promise<void> {
  await insist(() => stores.tickets.find('nobody'))
}

async function silence(target: Target, proxy: CuttingProxy) {
  const { stores, close } = await connect(target, { timeout: 300, waiting: 8 })
  await settled(stores)
  proxy.mode = 'never'
  const asked = Array.from({ length: 32 }, (_, mark) =>
    stores.replay.checkAndMark(`silent-${randomUUID()}-${mark}`, later).then(
      () => 'accepted',
      (error) => error.code as string,
    ),
  )
  const codes = await Promise.all(asked)
  const health = await stores.health()
  proxy.mode = 'pass'
  must(
    codes.every((code) => code === 'ERR_STORE_UNAVAILABLE'),
    `the codes are ${codes}`,
  )
  must(!health.healthy && health.failures >= 32, 'health says so')
  await proxy.close()
  await Promise.race([close(), new Promise((resolve) => setTimeout(resolve, 1000))])
  return {
    asked: codes.length,
    accepted: 0,
    refused: codes.length,
    note: `health: ${health.reasons[0]}`,
  }
}

/** The answer is nobody's when it comes: what is asked then gets its own. */
async function lateness(target: Target, proxy: CuttingProxy) {
  const { stores, close } = await connect(target, { timeout: delay / 2 })
  const name = randomUUID()
  const ask = (mark: string) => stores.replay.checkAndMark(`${name}-${mark}`, later)
  await settled(stores)
  await ask('first')
  proxy.mode = 'late'
  const code = await codeOf(ask('late'))
  proxy.mode = 'pass'
  const { healthy } = await stores.health()
  await pause(delay)
  const answers = [await insist(() => ask('late')), await insist(() => ask('first'))]
  await close()
  must(code === 'ERR_STORE_UNAVAILABLE' && !healthy, `the code is ${code}, and health says so`)
  must(answers.join() === 'false,false', `a mark that was made was given again: ${answers}`)
  return { asked: 4, accepted: 1, refused: 3, twice: 0 }
}

async function nonsense(target: Target, proxy: CuttingProxy) {
  const { stores, close } = await connect(target)
  await settled(stores)
  await stores.tickets.put(randomUUID(), Uint8Array.of(1), later)
  proxy.mode = 'nonsense'
  const code = await codeOf(stores.tickets.put(randomUUID(), Uint8Array.of(1), later))
  proxy.mode = 'pass'
  const { healthy, reasons } = await stores.health()
  await close()
  must(code === 'ERR_STORE_DAMAGED' && !healthy, `the code is ${code}, and health says so`)
  return { asked: 2, accepted: 1, refused: 1, note: `health: ${reasons[0]}` }
}

function codeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(String, (error) => error.code as string)
}
