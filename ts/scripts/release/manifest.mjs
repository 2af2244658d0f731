// What a released package.json has besides that of the checkout.

/** Members that say where the sources are; none without an address. */
export function originOf(repository) {
  if (repository === undefined) return {}
  const address = repository.replace(/(\.git)?\/*$/, '')
  return {
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  }
}

/** Where the file at `path` of a version can be read. */
export function addressOf(repository, version, path) {
  return `${repository.replace(/(\.git)?\/*$/, '')}/blob/v${version}/${path}`
}

/**
 * The manifest of `countersign` for a release: it names the packages of the addon in its own version, and no commands,
 * which work in a clone alone.
 */
export function manifestOf({ scripts: _, ...manifest }, { repository, natives }) {
  const named = Object.fromEntries(natives.map((name) => [name, manifest.version]))
  return {
    ...manifest,
    ...originOf(repository),
    ...(natives.length > 0 && { optionalDependencies: named }),
  }
}
