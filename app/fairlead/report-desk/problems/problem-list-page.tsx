import { useSuspenseQuery } from '@tanstack/react-query'
import { useHydrated, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  type ProblemUpdate,
  type SelectionTarget,
  problemsQuery,
  useUpdateProblems,
  POLL_MS,
} from '#fairlead/report-desk/desk-queries.ts'
import { HotkeysSwitch, useHotkeys } from '#fairlead/report-desk/hotkeys.tsx'
import { listShortcuts } from '#fairlead/report-desk/problems/list-shortcuts.ts'
import { SelectionBar, useSelection, EmptyRows, VirtualPage } from '#fairlead/report-desk/problems/problem-rows.tsx'
import { FilterBar } from '#fairlead/report-desk/problems/filter-bar.tsx'
import { readFilters } from '#fairlead/error-reports/store/problem-filters.ts'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import { PAGE_ROWS } from '#fairlead/report-desk/reports.functions.ts'
import styles from './problem-list.module.css'

/** Only rows near the viewport are rendered. */
export function ProblemListPage() {
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const filters = readFilters(useSearch({ strict: false }))
  const list = usePageRoute()('/reports')
  const { data } = useSuspenseQuery({ ...problemsQuery(filters, 0), refetchInterval: POLL_MS })
  const selection = useSelection(filters)
  const { mutate, isPending, isError } = useUpdateProblems()

  const update = (target: SelectionTarget, count: number, to: ProblemUpdate): boolean => {
    if (isPending || (to === 'deleted' && !window.confirm(t('confirm', { count })))) return false
    // A failed update keeps the selection, so that the operator can try again.
    mutate({ ...target, to }, { onSuccess: selection.clear })
    return true
  }
  useHotkeys(listShortcuts(selection, data.total, update))
  // The document has the first page, and one box for all other pages, which may be many and have no content yet.
  const isHydrated = useHydrated()
  const count = isHydrated ? Math.ceil(data.total / PAGE_ROWS) : 1
  const pages = useMemo(() => Array.from({ length: count }, (_, page) => page), [count])

  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <FilterBar filters={filters} />
      <p className={styles.count} role="status">
        {t('count', { count: data.total, formatted: format.number(data.total) })}
      </p>
      {data.total === 0 ? (
        <div className={styles.empty}>
          <p>{Object.keys(filters).length === 0 ? t('empty') : t('noMatch')}</p>
          {Object.keys(filters).length > 0 && (
            <Link to={list} params={(params: object) => params} search={{}}>
              {t('showAll')}
            </Link>
          )}
        </div>
      ) : (
        <div className={styles.rows}>
          <div className={styles.columns} aria-hidden="true">
            <span>{t('columns.days')}</span>
            <span>{t('columns.reports')}</span>
            <span>{t('columns.tabs')}</span>
            <span>{t('columns.last')}</span>
          </div>
          {pages.map((page) => (
            <VirtualPage key={page} page={page} total={data.total} filters={filters} selection={selection} />
          ))}
          {!isHydrated && <EmptyRows rows={data.total - PAGE_ROWS} />}
        </div>
      )}
      <SelectionBar
        selection={selection}
        total={data.total}
        failed={isError}
        update={(to) => update(selection.target, selection.count(data.total), to)}
      />
      <details className={styles.keys}>
        <summary>{t('keys.title')}</summary>
        <HotkeysSwitch />
        <dl>
          {KEYS.map(([name, keys]) => (
            <div key={name}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{t(`keys.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

const KEYS = [
  ['move', 'j k'],
  ['select', 'x'],
  ['all', 'a'],
  ['open', 'Enter'],
  ['resolve', 'e'],
  ['reopen', 'o'],
  ['ignore', 'i'],
  ['delete', '#'],
  ['search', '/'],
  ['clear', 'Esc'],
] as const
