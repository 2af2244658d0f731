// Links of README and guides in a tarball: whoever reads them on a page of a registry has no files beside them.

import { dirname, normalize } from 'node:path/posix'

/** `text` of the file at `path`, with `address(path)` in place of each link to a file; code stays as it is. */
export function withAddresses(text, path, address) {
  return text
    .split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m)
    .map((part, index) => (index % 2 === 1 ? part : linksOf(part, path, address)))
    .join('')
}

function linksOf(text, path, address) {
  return text.replace(/\]\(([^)\s]+)\)/g, (whole, target) => {
    if (/^([a-z]+:|#)/.test(target)) return whole
    const [file, ...heading] = target.split(/(?=#)/)
    return `](${address(normalize(`${dirname(path)}/${file}`))}${heading.join('')})`
  })
}
