/**
 * Tables of a terminal.
 *
 * @module
 */

/** Columns side by side: the first to the left, the others to the right; cells are cut to `widest`. */
export function aligned(lines: readonly (readonly string[])[], widest: number = 46): string[] {
  const cut = lines.map((cells) =>
    cells.map((cell) => (cell.length > widest ? `${cell.slice(0, widest - 1)}…` : cell)),
  )
  const columns = Math.max(0, ...cut.map((cells) => cells.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cut.map((cells) => cells[column]?.length ?? 0)),
  )
  return cut.map((cells) =>
    cells
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** Text of a file for a terminal: without what would move its cursor or set its colours. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}
