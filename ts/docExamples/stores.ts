// Stores in memory; and a client of each database that nobody asks.

import { memoryStores } from 'countersign/stores/memory'

export const stores = memoryStores()
export const pool = { query: async () => ({ rows: [] }) }
export const client = { sendCommand: async (_: readonly string[]): Promise<unknown> => 'OK' }
