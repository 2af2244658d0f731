// What the changelog says of a version.

/** The section of `version`, without its heading; undefined where there is none. */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const found = sections.find((section) => section.startsWith(`[${version}]`))
  return found?.slice(found.indexOf('\n')).trim()
}

/** Why the changelog does not do for a release of `version`. */
export function changelogFaults(changelog, version) {
  const section = sectionOf(changelog, version)
  const faults = []
  if (section === undefined) faults.push(`CHANGELOG.md has no section [${version}]`)
  else if (section === '') faults.push(`the section [${version}] of CHANGELOG.md is empty`)
  if (sectionOf(changelog, 'Unreleased')) faults.push(`${open}: ${cureOf(section, version)}`)
  return faults
}

const open = 'CHANGELOG.md has changes under [Unreleased]'

/** A version that says what it changed was released; what came after belongs to the next one. */
function cureOf(section, version) {
  return section
    ? `[${version}] has its own already, so raise the version of package.json and rust/Cargo.toml`
    : `put them under [${version}]`
}
