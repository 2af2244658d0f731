/** All scenarios. */

import { hazmatScenarios } from './hazmat.js'
import { keyScenarios } from './keys.js'
import { protocolScenarios } from './protocols.js'
import type { Scenario } from './scenario.js'

export const scenarios: readonly Scenario[] = [
  ...keyScenarios,
  ...protocolScenarios,
  ...hazmatScenarios,
]
