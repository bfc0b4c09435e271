import { isDeepStrictEqual } from 'node:util'
import type { LocalizedAnswer } from '#tests/bench/conformance/localized/answer.ts'
import type { TableName } from '#tests/bench/conformance/localized/tables.ts'

export type LocalizedDifference = {
  readonly table: TableName
  readonly url: string
  readonly ours: LocalizedAnswer
  readonly theirs: LocalizedAnswer
}

/** A difference on purpose: `undo` returns their answer as it would be without it. */
type Intended = { readonly reason: string; readonly undo: (difference: LocalizedDifference) => LocalizedAnswer }

type Alternates = Readonly<Record<string, string>>

/** Returns their answer with other URLs of its page. */
function withAlternates(
  { ours, theirs }: LocalizedDifference,
  change: (theirs: Alternates, ours: Alternates) => Alternates,
): LocalizedAnswer {
  const { page } = theirs.end
  if (!page || !ours.end.page) return theirs
  const alternates = change(page.alternates, ours.end.page.alternates)
  return { ...theirs, end: { ...theirs.end, page: { ...page, alternates } } }
}

/** The handbook names each, in "Coming from Next.js". */
export const INTENDED: readonly Intended[] = [
  {
    reason: 'a redirect to the one URL of a page is permanent: 308 and not 307',
    undo: ({ ours, theirs }) => (ours.status === 308 && theirs.status === 307 ? { ...theirs, status: 308 } : theirs),
  },
  {
    reason: 'there is one redirect where the prefix has another case as well',
    undo: ({ ours, theirs }) => {
      const isOne = ours.location === ours.end.url && theirs.end.url === ours.end.url
      return isOne && theirs.location !== undefined ? { ...theirs, location: ours.end.url } : theirs
    },
  },
  {
    reason: 'the name of a language that has another prefix leads to that prefix, and is not 404',
    undo: ({ table, url, ours, theirs }) =>
      table === 'prefixes' && /^\/(de|ar)(\/|$)/.test(url) && ours.status === 308 && theirs.status === 404
        ? ours
        : theirs,
  },
  {
    reason: 'URLs of a page whose path is not ASCII have the values of its params, not their names',
    undo: (difference) =>
      withAlternates(difference, (theirs, ours) => {
        const before = (path = '') => path.split('[', 1)[0] ?? ''
        const value = (ours.en ?? '').slice(before(theirs.en).length)
        const filled = (path: string) => (path.includes('[') ? (before(path) + value).replace(/\/$/, '') : path)
        return Object.fromEntries(Object.entries(theirs).map(([language, path]) => [language, filled(path)]))
      }),
  },
  {
    reason: 'with a prefix for each language x-default is a page, and not a redirect to it',
    undo: (difference) =>
      withAlternates(difference, (theirs, ours) =>
        difference.table === 'always' && `/en${theirs['x-default']}`.replace(/\/$/, '') === ours['x-default']
          ? { ...theirs, 'x-default': ours['x-default'] }
          : theirs,
      ),
  },
]

/** Returns the reasons of a difference; none for one that is not intended. */
export function reasonsOf(difference: LocalizedDifference): string[] {
  const reasons: string[] = []
  let { theirs } = difference
  for (const { reason, undo } of INTENDED) {
    const without = undo({ ...difference, theirs })
    if (!isDeepStrictEqual(without, theirs)) reasons.push(reason)
    theirs = without
  }
  return isDeepStrictEqual(difference.ours, theirs) ? reasons : []
}
