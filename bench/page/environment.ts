/**
 * What a browser tells about itself, and how fine its clock is.
 *
 * @module
 */

import { resolution } from '../clock.js'
import type { Environment } from '../result.js'
import type { Place } from './place.js'

/** User-agent client hints, where there are any. */
type Hints = {
  platform?: string
  platformVersion?: string
  architecture?: string
  bitness?: string
  model?: string
  fullVersionList?: readonly { brand: string; version: string }[]
}
type Hinting = Navigator & {
  userAgentData?: { getHighEntropyValues: (names: readonly string[]) => Promise<Hints> }
}

/** The `environment` of a result that was made here, but for what one run has of its own. */
export async function environment(): Promise<Environment> {
  const hints = await hintsOf(navigator)
  const browser = browserOf(hints)
  const cpu = [hints.architecture, hints.bitness && `${hints.bitness} bit`]
    .filter(Boolean)
    .join(' ')
  const system = [hints.platform, hints.platformVersion].filter(Boolean).join(' ')
  return {
    platform: [browser, system, cpu].filter(Boolean).join(', ') || navigator.userAgent,
    userAgent: navigator.userAgent,
    ...(browser && { browser }),
    ...(cpu && { cpu }),
    ...(hints.model && { model: hints.model }),
    cores: navigator.hardwareConcurrency,
    clockNs: Math.round(resolution()),
    isolated: crossOriginIsolated,
    countersign: __BUILD__.countersign,
    commit: __BUILD__.commit,
    wasm: __BUILD__.wasm,
  }
}

/** The same, of a run in `place`, with the versions of its peers. */
export function environmentOf(
  place: Place,
  here: Environment,
  peers: Readonly<Record<string, string>>,
): Environment {
  return { ...here, platform: `${here.platform}, ${place}`, place, peers }
}

async function hintsOf({ userAgentData }: Hinting): Promise<Hints> {
  try {
    const names = ['platformVersion', 'architecture', 'bitness', 'model', 'fullVersionList']
    return (await userAgentData?.getHighEntropyValues(names)) ?? {}
  } catch {
    // A policy of the page's host can forbid hints; the user agent says enough then.
    return {}
  }
}

/** Name and version of the browser: of the hints, or of the oldest form that still tells. */
function browserOf({ fullVersionList = [] }: Hints): string {
  // Browsers put a made-up brand in, so that nobody relies on the list's form.
  const real = fullVersionList.filter(({ brand }) => !/not.?a.?brand/i.test(brand))
  const best = real.find(({ brand }) => brand !== 'Chromium') ?? real[0]
  if (best) return `${best.brand} ${best.version}`
  const found = /(Firefox|Edg|Chrome|Version)\/([\d.]+)/.exec(navigator.userAgent)
  return found ? `${found[1] === 'Version' ? 'Safari' : found[1]} ${found[2]}` : ''
}
