import type { Race } from 'countersign/stores/contract'

export { stores } from '../stores.ts'
export declare const race: Race
export { memoryStores } from 'countersign/stores/memory'
