export declare const subpaths: readonly string[]
export declare function partsOf(subpath: string): string[]
