/**
 * Asks again where a database has undone a statement because of others: nothing of it is left, so it is safe to repeat.
 *
 * @internal
 * @module
 */

/** The longest pause, in milliseconds. */
const pause = 40

/** The outcome of `work`, which is repeated for `timeout` milliseconds as long as its error `isUndone`. */
export async function retry<T>(
  work: () => T | Promise<T>,
  isUndone: (error: unknown) => boolean,
  timeout: number,
): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUndone(error) || performance.now() > end) throw error
      // By chance, so that those who were in each other's way do not meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pause))
    }
  }
}
