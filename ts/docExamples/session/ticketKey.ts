/** Where the application keeps its secrets. */
export const secretStore = {
  read: async (_: string): Promise<Uint8Array> => new Uint8Array(32).fill(1),
}
