/**
 * The tables, version by version. A version that was released never changes; what is new is a further one.
 *
 * | Table | A row for each | Bound |
 * | --- | --- | --- |
 * | marks | mark | `limit`, of one sender `perSender`, and what comes within ten seconds; swept a minute after it ended |
 * | uses | limited grant that was used | the same; swept a day and a minute after the grant ended |
 * | rates | sender whose requests are counted | as marks; swept a minute after its window ended |
 * | revocations | revocation | `limit` |
 * | tickets | ticket | as marks; at most 65,536 bytes each |
 * | documents | document of a DID | `documents`, and what comes within ten seconds; at most 65,536 bytes each |
 * | receipts | receipt | `receipts` in each chain, of which the caller says how many there are; 1 MiB each |
 * | chains | chain of receipts, counted by a trigger | as many as the caller names |
 * | tiles | tile | one for 256 leaves, and one for 256 of those, and so on; 8 KiB each |
 * | checkpoints | log | as many as the caller names |
 *
 * @internal
 * @module
 */

import type { Sql } from './types.js'

const versions = [
  `create table if not exists @marks (mark bytes primary key, until whole not null, sender bytes not null);
create index if not exists @marks_until on @marks (until);
create table if not exists @uses (id bytes primary key, used whole not null, most whole not null, until whole not null, check (used <= most));
create index if not exists @uses_until on @uses (until);
create table if not exists @rates (sender bytes primary key, used whole not null, until whole not null);
create index if not exists @rates_until on @rates (until);
create table if not exists @revocations (grant_id bytes not null, signer bytes not null, effective whole not null, record bytes not null, primary key (grant_id, signer));
create table if not exists @tickets (id bytes primary key, ticket bytes not null, until whole not null);
create index if not exists @tickets_until on @tickets (until);
create table if not exists @documents (did bytes primary key, document bytes not null, until whole not null);
create index if not exists @documents_until on @documents (until);
create table if not exists @receipts (chain bytes not null, place whole not null, id bytes not null, previous bytes not null, record bytes not null, primary key (chain, place));
create table if not exists @chains (chain bytes primary key, amount whole not null);
count inserts of @receipts in @chains;
create table if not exists @tiles (log bytes not null, place bytes not null, hashes bytes not null, primary key (log, place));
create table if not exists @checkpoints (log bytes primary key, size whole not null, root bytes not null, note bytes not null);`,
]

/** The version that these stores need. */
export const version: number = versions.length

/** The migration to each version, which does nothing where it was made before. */
export function migrationsOf(sql: Sql): readonly string[] {
  return versions.map((tables, index) =>
    sql.translate(`create table if not exists @migrations (version whole primary key);
${tables}
insert into @migrations (version) values (${index + 1}) on conflict (version) do nothing;`),
  )
}
