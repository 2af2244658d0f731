/**
 * Documents of DIDs: kept for their time, for every instance, until somebody forgets them.
 *
 * @internal
 * @module
 */

import { demand, freshName, hostileNames, Tally, withStores } from './help.js'
import type { ContractCase, Figures, Fleet } from './types.js'

export function documentCases(fleet: Fleet): readonly ContractCase[] {
  return [
    { name: 'a document is found until its time is over', run: () => times(fleet) },
    {
      name: 'a document is forgotten for all instances; a full store keeps no more',
      needsInstances: true,
      run: () => shared(fleet),
    },
    { name: 'documents with any names and letters', run: () => names(fleet) },
  ]
}

async function times(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  let time = 2_000_000_000
  const did = freshName('did:web:a')
  await withStores(
    fleet,
    async ({ documents }) => {
      const expect = (want: string | undefined, what: string) =>
        tally.expect(documents.find(did), want, what)
      await expect(undefined, 'a document that nobody kept')
      await documents.keep(did, 'old', 10)
      await documents.keep(did, 'new', 5)
      await expect('new', 'the document that was kept last')
      time += 4
      await expect('new', 'its last second')
      time += 1
      await expect(undefined, 'the second after')
      await documents.keep(did, 'third', 5)
      await expect('third', 'a document in its place')
      await documents.keep(did, 'x'.repeat(65_537), 5)
      await expect('third', 'one that is too long is not kept')
    },
    { now: () => new Date(time * 1000) },
  )
  return tally.figures()
}

async function shared(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const [did, other] = [freshName('did:web:a'), freshName('did:web:b')]
  await withStores(fleet, async ({ documents }) => {
    await documents.keep(did, 'text', 1_000)
    await withStores(
      fleet,
      async ({ documents: full }) => {
        await full.keep(other, 'text', 1_000)
        await tally.expect(full.find(other), undefined, 'one for which there is no room')
        await tally.expect(full.find(did), 'text', 'one of another instance')
        await full.forget(did)
      },
      { documents: 1 },
    )
    await tally.expect(documents.find(did), undefined, 'one that another instance forgot')
  })
  return tally.figures()
}

async function names(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const fresh = freshName('hostile')
  await withStores(fleet, async ({ documents }) => {
    for (const name of hostileNames)
      await tally.done(documents.keep(`${name}${fresh}`, `${name} 7 \u0000\n${name}`, 1_000))
    for (const name of hostileNames)
      demand(
        (await documents.find(`${name}${fresh}`)) === `${name} 7 \u0000\n${name}`,
        'each DID has a document of its own',
      )
  })
  return tally.figures()
}
