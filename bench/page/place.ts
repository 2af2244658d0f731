/**
 * The places where an engine can run in a browser.
 *
 * @module
 */

import type { Runner } from '../runner.js'
import type { Answer, Hello } from './engine.js'

/** `page`: on the page's own thread; `worker`: beside it. */
export const places = ['worker', 'page'] as const

export type Place = (typeof places)[number]

/** A runner and its end. */
export type Started = Runner & {
  close: () => void
}

/** Longer than this, a realm does not start: a script of it was not there, or was refused. */
const patience = 300_000

/** Makes a realm for `name` in `place`, and starts the engine or peer there. */
export async function start(place: Place, name: string): Promise<Started> {
  const { port1: mine, port2: theirs } = new MessageChannel()
  const realm = await realms[place]({ name }, theirs)
  const fault = Promise.withResolvers<never>()
  // Nobody waits for it while nothing is asked.
  fault.promise.catch(() => {})
  realm.onfault((why) => fault.reject(new Error(why)))
  const ask = async <T>(request: Parameters<Runner['ask']>[0]): Promise<T> => {
    const answer = Promise.withResolvers<Answer>()
    mine.onmessage = ({ data }: MessageEvent<Answer>) => answer.resolve(data)
    mine.postMessage(request)
    const { value, error } = await Promise.race([answer.promise, fault.promise])
    if (error !== undefined) throw new Error(error)
    return value as T
  }
  const close = () => {
    mine.close()
    realm.end()
  }
  try {
    const late = setTimeout(() => fault.reject(new Error('it did not start')), patience)
    await ask({ kind: 'start' })
    clearTimeout(late)
    return { name, ask, close }
  } catch (error) {
    close()
    throw error
  }
}

type Realm = { onfault: (tell: (why: string) => void) => void; end: () => void }

const realms: Record<Place, (hello: Hello, port: MessagePort) => Promise<Realm>> = {
  worker: async (hello, port) => {
    const worker = new Worker(new URL('engine.js', document.baseURI), { type: 'module' })
    worker.postMessage(hello, [port])
    return {
      onfault: (tell) =>
        worker.addEventListener('error', ({ message }) =>
          tell(message || 'its script did not load'),
        ),
      end: () => worker.terminate(),
    }
  },
  // A frame of the same origin has its own modules, and runs on the same thread as the page.
  page: async (hello, port) => {
    const frame = document.createElement('iframe')
    frame.src = './engine.html'
    frame.title = hello.name
    frame.hidden = true
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    await loaded
    frame.contentWindow?.postMessage(hello, location.origin, [port])
    return { onfault: () => {}, end: () => frame.remove() }
  },
}
