/**
 * The clock of the host, in Node and in browsers.
 *
 * A browser gives 5 us to a page that is isolated from other origins, and 100 us or
 * 1 ms to any other, so the bench asks how fine its clock is before it trusts a figure.
 *
 * @module
 */

/** Nanoseconds since some moment. */
export function now(): number {
  return performance.now() * 1e6
}

/** The smallest step of the clock that is seen, in nanoseconds: the least of 20, or of 40 ms. */
export function resolution(): number {
  let least = Number.POSITIVE_INFINITY
  const end = now() + 40e6
  for (let step = 0; step < 20 && now() < end; step += 1) {
    const before = now()
    let after = now()
    while (after === before) after = now()
    least = Math.min(least, after - before)
  }
  return least
}
