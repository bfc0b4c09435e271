// Holds localized paths against next-intl: both are given the same tables, and the same URLs.
import { isDeepStrictEqual } from 'node:util'
import { forEachAtOnce } from '#tests/bench/conformance/ask.ts'
import { printDifferences } from '#tests/bench/conformance/print-differences.ts'
import { buildPeer, servePeer } from '#tests/bench/conformance/peer.ts'
import { askLocalized, type LocalizedAnswer } from '#tests/bench/conformance/localized/answer.ts'
import { INTENDED, type LocalizedDifference, reasonsOf } from '#tests/bench/conformance/localized/differences.ts'
import { type TableName, tableOfPeer, tables, urlsOf } from '#tests/bench/conformance/localized/tables.ts'
import { buildWithTable } from '#tests/harness/build-copy.ts'
import { startServer } from '#tests/harness/start-server.ts'

/** Differences that are printed for each reason. */
const EXAMPLES = 3

async function differencesOf(table: TableName, ours: string, theirs: string): Promise<LocalizedDifference[]> {
  const found: LocalizedDifference[] = []
  await forEachAtOnce(urlsOf(table), async (url) => {
    const [our, their] = await Promise.all([askLocalized(ours, url), askLocalized(theirs, url)])
    if (!isDeepStrictEqual(our, their)) found.push({ table, url, ours: our, theirs: their })
  })
  return found
}

function describe({ status, location, end }: LocalizedAnswer): string {
  const page = end.page ? `in ${end.page.lang} ${JSON.stringify(end.page.alternates)}` : ''
  return [status, location && `to ${location}`, `ends ${end.status} at ${end.url}`, page].filter(Boolean).join(' ')
}

/** Compares each table, and prints what differs by its reason. Returns the number of differences without one. */
export async function compareLocalized(): Promise<number> {
  const names = Object.keys(tables) as TableName[]
  await buildPeer('next-intl', tableOfPeer('as-needed'))
  const differences: LocalizedDifference[] = []
  for (const name of names) {
    const folder = 'tests/bench/conformance/localized'
    const copy = await buildWithTable(`oracle-${name}`, [`${folder}/${name}.ts`, `${folder}/tables.ts`])
    await using server = await startServer({ cwd: copy })
    await using peer = await servePeer('next-intl', tableOfPeer(name))
    differences.push(...(await differencesOf(name, server.origin, peer.origin)))
  }
  const unexplained = printDifferences(
    differences,
    { all: INTENDED.map(({ reason }) => reason), of: reasonsOf, examples: EXAMPLES },
    ({ table, url, ours, theirs }) =>
      `  ${url}  (${table})\n    here:  ${describe(ours)}\n    there: ${describe(theirs)}`,
  )
  const asked = names.reduce((sum, name) => sum + urlsOf(name).length, 0)
  console.log(
    `\n${names.length} tables of localized paths, ${asked} URLs: ${asked - differences.length} the same, ${differences.length - unexplained} differ on purpose, ${unexplained} differ`,
  )
  return unexplained
}
