import type { Race } from 'countersign/stores/contract'

export { stores } from '../stores.ts'
export declare const race: Race
export type { StoreOptions } from 'countersign/stores/memory'
