import { setTimeout as pause } from 'node:timers/promises'

/** Asks until there is an answer, as a client would send its request again. */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await pause(20)
    }
  }
}
