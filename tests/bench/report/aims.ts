import { isComparison } from '#tests/bench/measurement.ts'
import { figure, OURS, PEERS } from '#tests/bench/report/summary.ts'
import type { Results } from '#tests/bench/results.ts'
import { median } from '#tests/bench/statistics.ts'

/** An aim for a comparison: a limit, or times as good as a peer, with an allowance in the figure's unit. */
type Aim = { part: string; figure: string } & (
  | { limit: number }
  | { peer: string; timesAsGood: number; allowance?: number }
)

/** An aim with what was measured, in words. */
export type Verdict = { name: string; unit: string; measured: number; aim: string; isMet: boolean }

const start = 'tanstack-start'
const DYNAMIC = ['a list of 24, 32 connections: requests', '100 links, 32 connections: requests']
const ITEM = 'an item whose data takes 200 ms, 256 connections'

export const AIMS: readonly Aim[] = [
  ...DYNAMIC.flatMap((name): Aim[] => [
    { part: 'server', figure: name, peer: start, timesAsGood: 1.1 },
    { part: 'server', figure: name, peer: 'next', timesAsGood: 6 },
  ]),
  { part: 'server', figure: `${ITEM}: requests`, peer: start, timesAsGood: 1.1 },
  // 256 connections get at most 1 280 answers a second: on a quick machine less than six times those of Next.js.
  { part: 'server', figure: `${ITEM}: processor time a request`, peer: 'next', timesAsGood: 6 },
  { part: 'build', figure: 'build, cold', peer: 'next', timesAsGood: 1 },
  { part: 'build', figure: 'build, warm', limit: 4 },
  { part: 'build', figure: 'dev, from the command to the first page, cold', limit: 3 },
  { part: 'server', figure: 'from start to the first answer', limit: 300 },
  {
    part: 'bytes',
    figure: 'a small page: JavaScript until it is alive, gzip',
    peer: start,
    timesAsGood: 1,
    allowance: 4,
  },
  {
    part: 'growth',
    figure: '1000 more routes: JavaScript until the page is alive, gzip',
    peer: start,
    timesAsGood: 1,
  },
  { part: 'bytes', figure: 'navigation to an item, as its server sends it', peer: 'next', timesAsGood: 1 },
  { part: 'bytes', figure: 'navigation to a long document, as its server sends it', peer: 'next', timesAsGood: 1 },
  { part: 'click', figure: 'a link that is not prefetched', peer: start, timesAsGood: 1 },
]

function verdictOf(aim: Aim, { parts }: Results): Verdict[] {
  const found = parts[aim.part]?.figures.filter(isComparison).find(({ name }) => name === aim.figure)
  const ours = found?.runs[OURS]
  if (!found || !ours) return []
  const { unit, better } = found
  const measured = median(ours)
  const verdict = (limit: number, words: string): Verdict[] => [
    {
      name: `${aim.part}: ${aim.figure}`,
      unit,
      measured,
      aim: `${better === 'less' ? 'at most' : 'at least'} ${figure(limit)}${words}`,
      isMet: better === 'less' ? measured <= limit : measured >= limit,
    },
  ]
  if ('limit' in aim) return verdict(aim.limit, '')
  const theirs = found.runs[aim.peer]
  if (!theirs) return []
  const { timesAsGood, allowance = 0 } = aim
  const limit = better === 'less' ? median(theirs) / timesAsGood + allowance : median(theirs) * timesAsGood
  const times = timesAsGood === 1 ? '' : `${timesAsGood} × `
  return verdict(limit, ` (${times}${PEERS[aim.peer]}${allowance > 0 ? ` + ${allowance}` : ''})`)
}

/** All aims of which there are figures, those of Fairlead alone too; the missed ones first. */
export function verdictsOf(results: Results): Verdict[] {
  const alone = Object.values(results.parts).flatMap(({ figures }) =>
    figures.flatMap((one): Verdict[] => {
      if (isComparison(one) || one.aim === undefined) return []
      const { part, name, unit, value, aim } = one
      return [{ name: `${part}: ${name}`, unit, measured: value, aim: `at most ${figure(aim)}`, isMet: value <= aim }]
    }),
  )
  const all = [...AIMS.flatMap((aim) => verdictOf(aim, results)), ...alone]
  return [...all.filter(({ isMet }) => !isMet), ...all.filter(({ isMet }) => isMet)]
}
