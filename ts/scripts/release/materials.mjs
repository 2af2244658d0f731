// The bill of materials of a release, CycloneDX 1.5 in JSON: npm lists the packages, cargo the crates in the engines.

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
  return withCrates(bill, manifests, await engineCrates(await prepareRust()))
}

/** `bill` of npm, with the packages of the release and the crates that their engines contain. */
export function withCrates(bill, [main, ...others], crates) {
  const engines = crates.map(crateOf)
  const natives = others.map(packageOf)
  const own = { ...bill.metadata.component, ...packageOf(main) }
  const inEngines = engines.map((component) => component['bom-ref'])
  const named = natives.map((component) => component['bom-ref'])
  return {
    ...bill,
    metadata: { ...bill.metadata, component: own },
    components: [...bill.components, ...natives, ...engines],
    dependencies: [
      ...bill.dependencies.filter(({ ref }) => ref !== own['bom-ref']),
      { ref: own['bom-ref'], dependsOn: [...named, ...inEngines] },
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

function crateOf({ name, version, license, repository }) {
  return {
    'bom-ref': `${name}@${version} (crate)`,
    type: 'library',
    name,
    version,
    purl: `pkg:cargo/${name}@${version}`,
    // Some crates write a choice in the older form.
    licenses: [{ expression: license.replaceAll('/', ' OR ') }],
    ...(repository && { externalReferences: [{ type: 'vcs', url: repository }] }),
  }
}
