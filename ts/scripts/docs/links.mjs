// Links of the pages that travel with the package: each leads to a file that travels too, and to a heading in it.

/**
 * Faults of `texts`, pairs of path and text. `exists` says whether a link of a file leads to a file of the package, and
 * `textOf` gives the text of the page that a link of a file leads to; undefined for what is no page.
 */
export function linkFaults(texts, exists, textOf) {
  return texts.flatMap(([path, text]) =>
    targetsIn(text).flatMap((target) => {
      const [file, heading] = target.split('#')
      if (file !== '' && !exists(path, file)) return [`${path}: ${file} is not in the package`]
      const page = file === '' ? text : textOf(path, file)
      const isThere = !heading || page === undefined || anchorsIn(page).includes(heading)
      return isThere ? [] : [`${path}: ${target} has no such heading`]
    }),
  )
}

/** Paths and headings that a text links to. */
export function targetsIn(text) {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^https?:/.test(target))
}

/** The anchors of the headings of a text, as hosts of Markdown make them. */
export function anchorsIn(text) {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```$/gm, '')
}
