export declare function fullOnly(): string[]
export declare function isFullOnly(name: string, words: readonly string[]): boolean
export declare function prune(bytes: Uint8Array, words: readonly string[]): Uint8Array
