// Links of the pages that travel with the package: each leads to a file that travels too, and to a heading in it.

/**
 * Faults of `texts`, pairs of path and text. `exists` says whether a link of a file leads to a file of the package.
 */
export function linkFaults(texts, exists) {
  return texts.flatMap(([path, text]) =>
    targetsIn(text)
      .filter((target) => !exists(path, target))
      .map((target) => `${path}: ${target} is not in the package`),
  )
}

/** Paths that a text links to, without their headings. */
export function targetsIn(text) {
  const code = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  return [...code.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^(https?:|#)/.test(target))
    .map((target) => target.split('#')[0])
}
