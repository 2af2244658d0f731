/**
 * Every case, in the order of the table.
 *
 * @module
 */

import type { Case } from '../case.js'

export const cases: readonly Case[] = []
