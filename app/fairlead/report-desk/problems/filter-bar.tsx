import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Facet, FACETS, type Filters, readFilters } from '#fairlead/error-reports/store/problem-filters.ts'
import { facetsQuery } from '#fairlead/report-desk/desk-queries.ts'
import { shortRelease, shortRoute } from '#fairlead/report-desk/tables.tsx'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import tables from '#fairlead/report-desk/tables.module.css'
import styles from './problem-list.module.css'

/** Delay between the last keystroke and the update of the list, in milliseconds. */
const DEBOUNCE_MS = 250

const STATES = [undefined, 'resolved', 'ignored', 'all'] as const
const EXACT = { exact: true, includeSearch: true }
const LABELS: Partial<Record<Facet, (value: string) => string>> = { route: shortRoute, release: shortRelease }

/** The filters of the list as a form. With JavaScript every change applies at once, without it the button submits. */
export function FilterBar({ filters: shown }: { filters: Filters }) {
  const t = useTranslations('reports.filters')
  const navigate = useNavigate()
  const list = usePageRoute()('/reports')
  const { pathname, search: asked, href } = useLocation()
  // A choice is shown at once, and the next one adds to it, while the list is still loading. Any navigation clears it.
  const [choice, setChoice] = useState<Filters>()
  const [seen, setSeen] = useState(href)
  if (seen !== href) {
    setSeen(href)
    setChoice(undefined)
  }
  const filters = choice ?? (pathname.endsWith('/reports') ? readFilters(asked) : shown)
  const { data: facets } = useSuspenseQuery(facetsQuery)
  const form = useRef<HTMLFormElement>(null)
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(debounce.current), [])

  const apply = () => {
    if (!form.current) return
    const entries = Object.fromEntries(new FormData(form.current))
    const search = readFilters({ ...entries, isNew: entries.isNew === 'true' })
    setChoice(search)
    void navigate({ to: list, search, replace: true, resetScroll: true })
  }
  const search = useRef<HTMLInputElement>(null)
  // Back and forward change the search; a field in which the operator is typing keeps its text.
  useEffect(() => {
    const { current } = search
    if (current && document.activeElement !== current) current.value = filters.q ?? ''
  }, [filters.q])

  return (
    <form ref={form} className={styles.filters} role="search" onSubmit={(event) => (event.preventDefault(), apply())}>
      <nav className={tables.tabs} aria-label={t('state')}>
        {STATES.map((state) => (
          <Link
            key={state ?? 'open'}
            to={list}
            search={(before: Filters) => readFilters({ ...before, state })}
            activeOptions={EXACT}
          >
            {t(state ?? 'open')}
          </Link>
        ))}
      </nav>
      {filters.state && <input type="hidden" name="state" value={filters.state} />}
      <input
        ref={search}
        className={styles.search}
        type="search"
        name="q"
        defaultValue={filters.q}
        placeholder={t('search')}
        aria-label={t('search')}
        autoComplete="off"
        spellCheck={false}
        onChange={() => {
          clearTimeout(debounce.current)
          debounce.current = setTimeout(apply, DEBOUNCE_MS)
        }}
      />
      <div className={styles.selects}>
        {FACETS.map((name) => (
          <select key={name} name={name} value={filters[name] ?? ''} aria-label={t(name)} onChange={apply}>
            <option value="">{t(name)}</option>
            {[...new Set([...(filters[name] === undefined ? [] : [filters[name]]), ...facets[name]])].map((value) => (
              <option key={value} value={value}>
                {LABELS[name]?.(value) ?? value}
              </option>
            ))}
          </select>
        ))}
        <select name="since" value={filters.since ?? ''} aria-label={t('since')} onChange={apply}>
          <option value="">{t('anyTime')}</option>
          {(['hour', 'day', 'week'] as const).map((since) => (
            <option key={since} value={since}>
              {t(since)}
            </option>
          ))}
        </select>
        <select name="sort" value={filters.sort ?? ''} aria-label={t('sort')} onChange={apply}>
          <option value="">{t('byLast')}</option>
          <option value="count">{t('byCount')}</option>
          <option value="first">{t('byFirst')}</option>
        </select>
        <label>
          <input type="checkbox" name="isNew" value="true" checked={filters.isNew ?? false} onChange={apply} />
          {t('isNew')}
        </label>
        <noscript>
          <button>{t('apply')}</button>
        </noscript>
      </div>
    </form>
  )
}
