// What a test may need of the project it runs in.

/** Installs a fresh engine of the project's kind, after a test has lost the old one. */
export const context: { reload: () => void | Promise<void> } = {
  reload: () => {
    throw new Error('no engine was set up')
  },
}
