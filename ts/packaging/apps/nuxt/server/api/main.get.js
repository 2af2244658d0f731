// What Nuxt left behind is missed when it is first used: the error names the cure, which `proof.get.js` has taken.

import { Keys } from 'countersign'
import { HttpSig } from 'countersign/http'
import { defineEventHandler } from 'h3'
import { outcomeOf, proveRequest } from '../../proof.js'

export default defineEventHandler(() => outcomeOf(() => proveRequest({ Keys, HttpSig })))
