/**
 * How far a run is, and how long it will take: a bar where somebody watches, else a line now and then.
 *
 * @module
 */

/** Where it is drawn: standard error, unless a test says otherwise. */
export type Screen = { isTTY?: boolean; columns?: number; write: (text: string) => unknown }

export type Progress = {
  /** Says what begins now. */
  begin: (name: string) => void
  /** Counts `units` of work as done. */
  done: (units: number) => void
  /** Takes the bar away. */
  end: () => void
}

const barWidth = 24
const lineEveryMs = 20_000

/** Watches work of `total` units; `now` gives milliseconds. */
export function watch(
  total: number,
  screen: Screen = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  const start = now()
  let [units, lastLine] = [0, start]
  const left = () =>
    units === 0 ? '' : `, ${clock(((now() - start) / units) * (total - units))} left`
  const draw = (name: string) => {
    const filled = Math.round((barWidth * units) / total)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
    const text = `${bar} ${Math.floor((100 * units) / total)} %${left()}  ${name}`
    screen.write(`\r\x1b[K${text.slice(0, (screen.columns ?? 80) - 1)}`)
  }
  const line = (name: string) => {
    if (now() - lastLine < lineEveryMs) return
    lastLine = now()
    screen.write(`${Math.floor((100 * units) / total)} %${left()}: ${name}\n`)
  }
  return {
    begin: (name) => (screen.isTTY ? draw(name) : line(name)),
    done: (more) => {
      units += more
    },
    end: () => {
      if (screen.isTTY) screen.write('\r\x1b[K')
    },
  }
}

/** `4 s`, `2 min 05 s`, `1 h 12 min`. */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1e3)
  if (seconds < 60) return `${seconds} s`
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes < 60) return `${minutes} min ${String(rest).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
