import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import type { Entry } from '#app/handbook/page.ts'
import { Link } from '#app/navigation/link.tsx'

const ACTIVE = { exact: true, includeSearch: false }

/** A link to a page of the handbook. A title in another language than the page's is marked with `lang`. */
export function EntryLink({ entry, children }: { entry: Entry; children?: ReactNode }) {
  const foreign = entry.lang !== useLocale()
  return (
    <Link to="/{-$locale}/handbook/$" params={{ _splat: entry.slug }} activeOptions={ACTIVE}>
      {children}
      <bdi lang={foreign ? entry.lang : undefined}>{entry.title}</bdi>
    </Link>
  )
}
