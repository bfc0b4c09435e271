import { isComparison } from '#tests/bench/measurement.ts'
import { OURS, PEERS } from '#tests/bench/report/summary.ts'
import type { Results } from '#tests/bench/results.ts'
import { median } from '#tests/bench/statistics.ts'

/**
 * An aim for a comparison: a part of what a peer takes, with an allowance in the figure's unit; or to be ahead of every
 * peer that has the figure.
 */
type Aim = { part: string; figure: string } & ({ peer: string; share: number; allowance?: number } | { ahead: true })

/** An aim with what was measured. `limit` is the least or the most that meets it. */
export type Verdict = { part: string; figure: string; unit: string; measured: number; limit: number; isMet: boolean }

function ahead(part: string, ...names: string[]): Aim[] {
  return names.map((name) => ({ part, figure: name, ahead: true }))
}

/** What TanStack Start and Next.js set, and for the rest that no peer is ahead (decision 017). */
export const AIMS: readonly Aim[] = [
  {
    part: 'server',
    figure: 'a list of 24, 32 connections: processor time a request',
    peer: 'tanstack-start',
    share: 0.9,
  },
  { part: 'server', figure: '100 links, 32 connections: processor time a request', peer: 'tanstack-start', share: 0.8 },
  {
    part: 'bytes',
    figure: 'a small page: JavaScript until it is alive, gzip',
    peer: 'tanstack-start',
    share: 1,
    allowance: 5,
  },
  { part: 'build', figure: 'build, cold', peer: 'next', share: 1.2 },
  { part: 'build', figure: 'dev, from the command to the first page, cold', peer: 'next', share: 1.2 },
  ...ahead(
    'server',
    'a small page, the same for everyone, 32 connections: requests',
    'a long document, the same for everyone, 32 connections: requests',
    'a list of 24, 32 connections: requests',
    '100 links, 32 connections: requests',
    'an item whose data takes 200 ms, 256 connections: requests',
    'an item whose data takes 200 ms, 256 connections: processor time a request',
  ),
  ...ahead(
    'bytes',
    'navigation to an item, as its server sends it',
    'navigation to a long document, as its server sends it',
  ),
  ...ahead('prefetch', '24 links, scrolled through: requests'),
  ...ahead(
    'click',
    'a link that is prefetched',
    'a link that is not prefetched',
    'a link that is not prefetched, behind 20 prefetches',
  ),
]

function verdictOf(aim: Aim, { parts }: Results): Verdict[] {
  const found = parts[aim.part]?.figures.filter(isComparison).find(({ name }) => name === aim.figure)
  const ours = found?.runs[OURS]
  if (!found || !ours) return []
  const { unit, better } = found
  const measured = median(ours)
  const verdict = (limit: number): Verdict => ({
    part: aim.part,
    figure: aim.figure,
    unit,
    measured,
    limit,
    isMet: better === 'less' ? measured <= limit : measured >= limit,
  })
  if ('ahead' in aim) {
    const theirs = Object.keys(PEERS).flatMap((peer) => (found.runs[peer] ? [median(found.runs[peer])] : []))
    if (theirs.length === 0) return []
    return [verdict(better === 'less' ? Math.min(...theirs) : Math.max(...theirs))]
  }
  const theirs = found.runs[aim.peer]
  if (!theirs) return []
  const { share, allowance = 0 } = aim
  return [verdict(better === 'less' ? median(theirs) * share + allowance : median(theirs) / share)]
}

/** All aims of which there are figures, those of Fairlead alone too. */
export function verdictsOf(results: Results): Verdict[] {
  const alone = Object.entries(results.parts).flatMap(([part, { figures }]) =>
    figures.flatMap((one): Verdict[] => {
      if (isComparison(one) || one.aim === undefined) return []
      const { name, unit, value, aim } = one
      return [{ part, figure: name, unit, measured: value, limit: aim, isMet: value <= aim }]
    }),
  )
  return [...AIMS.flatMap((aim) => verdictOf(aim, results)), ...alone]
}
