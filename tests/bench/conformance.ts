// Holds redirects, rewrites and languages against the original: `npm run oracle`. Both are given one generated table and
// the same requests; status, Location and the page reached are compared. Then localized paths are held against next-intl
// in the same way. Exit code 1 when anything differs that one of the files named differences.ts does not name.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { forEachAtOnce } from '#tests/bench/conformance/ask.ts'
import { askOurs, askPeer, isSame, type Answer } from '#tests/bench/conformance/answer.ts'
import { INTENDED, PREFIX, type Difference } from '#tests/bench/conformance/differences.ts'
import { compareLocalized } from '#tests/bench/conformance/localized/compare.ts'
import { buildPeer, servePeer } from '#tests/bench/conformance/peer.ts'
import { printDifferences } from '#tests/bench/conformance/print-differences.ts'
import { requests, type OracleRequest } from '#tests/bench/conformance/requests.ts'
import { input, made } from '#tests/bench/conformance/table.ts'
import { startUpstream } from '#tests/bench/conformance/upstream.ts'
import { buildWithTable } from '#tests/harness/build-copy.ts'
import { root } from '#tests/harness/project-files.ts'
import { startServer } from '#tests/harness/start-server.ts'

const FILES = ['table', 'by-hand', 'conditions', 'grammar', 'rules'].map((name) => `tests/bench/conformance/${name}.ts`)

/** Differences for one request; one that is only sent to another spelling of it is asked again there, of both. */
let asked = 0

async function differencesFor(request: OracleRequest, ours: string, theirs: string): Promise<Difference[]> {
  asked += 1
  const [our, their] = await Promise.all([askOurs(ours, request), askPeer(theirs, request)])
  if (isSame(our, their)) return []
  const difference = { request, ours: our, theirs: their }
  if (reasonFor(difference) !== PREFIX || our.location === undefined) return [difference]
  return [difference, ...(await differencesFor({ ...request, url: our.location }, ours, theirs))]
}

async function compare(ours: string, theirs: string): Promise<Difference[]> {
  const differences: Difference[][] = []
  await forEachAtOnce(requests, async (request, at) => {
    differences[at] = await differencesFor(request, ours, theirs)
  })
  return differences.flat()
}

function reasonFor(difference: Difference): string | undefined {
  return INTENDED.find(({ holds }) => holds(difference))?.reason
}

function describeAnswer({ status, location, refresh, reached }: Answer): string {
  const page = typeof reached === 'string' ? reached : reached && JSON.stringify(reached)
  return [status, location && `to ${location}`, refresh && `Refresh ${refresh}`, page].filter(Boolean).join(' ')
}

function describe({ request, ours, theirs }: Difference): string {
  const { host, ...headers } = request.headers
  const sent = [host, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(', ')
  return `  ${request.url}  (${sent})\n    here:  ${describeAnswer(ours)}\n    there: ${describeAnswer(theirs)}`
}

if (!existsSync(join(root, 'app/lab'))) {
  console.error('the oracle compares pages of the lab, and app/lab is not there')
  process.exit(1)
}

const [table = '', ...imported] = FILES
const copy = await buildWithTable('oracle', [table, ...imported, 'tests/harness/random.ts'])
{
  await using _upstream = await startUpstream()
  await using server = await startServer({ cwd: copy })
  await buildPeer('next-pages', input)
  await using peer = await servePeer('next-pages', input)
  const differences = await compare(server.origin, peer.origin)
  const reasons = {
    all: INTENDED.map(({ reason }) => reason),
    of: (difference: Difference) => [reasonFor(difference) ?? []].flat(),
  }
  const unexplained = printDifferences(differences, reasons, describe)
  const differing = new Set(differences.map(({ request }) => request)).size
  console.log(
    `\n${made.length} rules, ${requests.length} requests, ${asked} with those that were asked again: ${asked - differing} the same, ${differing - unexplained} differ on purpose, ${unexplained} differ`,
  )
  if (unexplained > 0) process.exitCode = 1
}

if ((await compareLocalized()) > 0) process.exitCode = 1
