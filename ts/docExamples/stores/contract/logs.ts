import type { LogRace, LogStores } from 'countersign/stores/contract'

export declare const logs: LogStores
export declare const race: LogRace
