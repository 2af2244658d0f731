// What grew against the baseline.

/**
 * Compares `{ name: number }` with the same of the baseline.
 *
 * Gives `{ rows: [{ name, before, now, change }], faults, gains }`: a fault is a number that grew by
 * more than `tolerance`, or a name that only one of the two has; a gain shrank by more than that.
 */
export function compare(before, now, tolerance) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const rows = names.map((name) => row(name, before[name], now[name]))
  return {
    rows,
    faults: rows.flatMap((measured) => fault(measured, tolerance)),
    gains: rows.filter(({ change }) => change < -tolerance).map(({ name }) => name),
  }
}

function row(name, before, now) {
  return { name, before, now, change: before && now ? now / before - 1 : Number.NaN }
}

function fault({ name, before, now, change }, tolerance) {
  if (before === undefined) return [`${name} is not in the baseline`]
  if (now === undefined) return [`${name} is in the baseline and was not measured`]
  if (change <= tolerance) return []
  return [`${name}: ${before} -> ${now}, ${percent(change)} (at most ${percent(tolerance)})`]
}

/** A share as text with its sign. */
export function percent(share) {
  return Number.isNaN(share) ? 'n/a' : `${share < 0 ? '' : '+'}${(share * 100).toFixed(2)} %`
}
