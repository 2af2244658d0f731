// The bill of materials of a release, CycloneDX 1.5 in JSON: npm lists the packages, cargo the crates in the engines.

import { bundledPackages } from '../setup/bundled.mjs'
import { engineCrates } from '../setup/crates.mjs'
import { prepareRust } from '../setup/rust.mjs'
import { npm } from '../setup/shell.mjs'

/** The document for the packages whose manifests these are; the first is the one that brings the others. */
export async function billOf(manifests) {
  const listing = await npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--omit=dev',
    '--package-lock-only',
  ])
  const bill = JSON.parse(listing.slice(listing.indexOf('{\n'), listing.lastIndexOf('}') + 1))
  const crates = await engineCrates(await prepareRust())
  return withContents(bill, manifests, { crates, bundled: bundledPackages() })
}

/** `bill` of npm, with the packages of the release, the crates in their engines, and what the JavaScript contains. */
export function withContents(bill, [main, ...others], { crates, bundled }) {
  const engines = crates.map(crateOf)
  const natives = others.map(packageOf)
  const inJavaScript = bundled.map(partOf)
  const own = { ...bill.metadata.component, ...packageOf(main) }
  const inEngines = engines.map((component) => component['bom-ref'])
  const [named, contained] = [natives, inJavaScript].map((list) =>
    list.map((each) => each['bom-ref']),
  )
  return {
    ...bill,
    metadata: { ...bill.metadata, component: own },
    components: [...bill.components, ...natives, ...inJavaScript, ...engines],
    dependencies: [
      ...bill.dependencies.filter(({ ref }) => ref !== own['bom-ref']),
      { ref: own['bom-ref'], dependsOn: [...named, ...contained, ...inEngines] },
      ...named.map((ref) => ({ ref, dependsOn: inEngines })),
    ],
  }
}

function packageOf({ name, version, description, license, repository }) {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    description,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    ...(repository && { externalReferences: [{ type: 'vcs', url: repository.url }] }),
  }
}

function crateOf(crate) {
  const { name, version } = crate
  const own = { 'bom-ref': `${name}@${version} (crate)`, purl: `pkg:cargo/${name}@${version}` }
  return { ...partOf(crate), ...own }
}

/** A package of others. */
function partOf({ name, version, license, repository }) {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    // Some crates write a choice in the older form.
    licenses: [{ expression: license.replaceAll('/', ' OR ') }],
    ...(repository && { externalReferences: [{ type: 'vcs', url: repository }] }),
  }
}
