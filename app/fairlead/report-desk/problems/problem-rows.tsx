import { useCallback, useState, type CSSProperties, memo, useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { type Filters, COUNTED } from '#fairlead/error-reports/store/problem-filters.ts'
import { type ProblemUpdate, type SelectionTarget, problemsQuery, POLL_MS } from '#fairlead/report-desk/desk-queries.ts'
import type { Problem } from '#fairlead/error-reports/store/problems.server.ts'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import { cappedNumber, shortRelease, shortRoute, RelativeTime } from '#fairlead/report-desk/tables.tsx'
import { PAGE_ROWS } from '#fairlead/report-desk/reports.functions.ts'
import styles from './problem-list.module.css'

/** The selected problems. They stay selected while the list is refreshed and scrolled, until its filters change. */
export type Selection = ReturnType<typeof useSelection>

/**
 * `toggled` are the selected problems or, with `all`, the problems that are not selected. `filters` is the serialized
 * key.
 */
type SelectionState = { filters: string; all: boolean; toggled: ReadonlySet<string> }

function withToggled({ toggled, ...state }: SelectionState, fingerprint: string): SelectionState {
  const next = new Set(toggled)
  if (!next.delete(fingerprint)) next.add(fingerprint)
  return { ...state, toggled: next }
}

export function useSelection(filters: Filters) {
  const key = JSON.stringify(filters)
  const none: SelectionState = { filters: key, all: false, toggled: new Set() }
  const [state, setState] = useState(none)
  if (state.filters !== key) setState(none)
  const { all, toggled } = state
  // Stable, because every row receives it.
  const toggle = useCallback((fingerprint: string) => setState((before) => withToggled(before, fingerprint)), [])
  const target: SelectionTarget = all ? { filters, except: [...toggled] } : { fingerprints: [...toggled] }
  return {
    isSelected: (fingerprint: string) => toggled.has(fingerprint) !== all,
    count: (total: number) => (all ? Math.max(0, total - toggled.size) : toggled.size),
    target,
    toggle,
    selectAll: () => setState({ ...none, all: true }),
    clear: () => setState(none),
  }
}

const UPDATES = { resolve: 'resolved', reopen: 'open', ignore: 'ignored', delete: 'deleted' } as const

type Props = { selection: Selection; total: number; failed: boolean; update: (to: ProblemUpdate) => void }

/** A bar that stays in view while the list scrolls. `total` is the number of matching problems. */
export function SelectionBar({ selection, total, failed, update }: Props) {
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const count = selection.count(total)
  return (
    <div className={styles.dock}>
      {failed && <p role="alert">{t('updateFailed')}</p>}
      {count > 0 && (
        <div className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
          <span role="status">{t('selected', { count, formatted: format.number(count) })}</span>
          {count < total && (
            <button type="button" onClick={selection.selectAll}>
              {t('selectAll', { formatted: format.number(total) })}
            </button>
          )}
          {(['resolve', 'reopen', 'ignore', 'delete'] as const).map((name) => (
            <button key={name} type="button" onClick={() => update(UPDATES[name])}>
              {t(name)}
            </button>
          ))}
          <button type="button" onClick={selection.clear}>
            {t('clear')}
          </button>
        </div>
      )}
    </div>
  )
}

const BAR_HEIGHT = 20
const BAR_STEP = 6

/** Returns the path of a day's bar. `share` is its count divided by the highest count. */
function bar(day: number, share: number): string {
  if (share === 0) return ''
  const height = Math.max(2, Math.round(share * (BAR_HEIGHT - 1)))
  return `M${day * BAR_STEP + 1} ${BAR_HEIGHT}v${-height}h${BAR_STEP - 2}v${height}`
}

/** Reports per day as bars, today last, from left to right in every language. The label includes the numbers. */
function Sparkline({ days, label }: { days: readonly number[]; label: string }) {
  const max = Math.max(1, ...days)
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${days.length * BAR_STEP} ${BAR_HEIGHT}`}
      role="img"
      aria-label={`${label}: ${days.join(', ')}`}
    >
      <path d={`M0 ${BAR_HEIGHT - 0.5}H${days.length * BAR_STEP}`} />
      <path d={days.map((count, day) => bar(day, count / max)).join('')} />
    </svg>
  )
}

type RowProps = { problem: Problem; now: number; isSelected: boolean; toggle: (fingerprint: string) => void }

/** Links to the latest report, which opens over the list. */
const ProblemRow = memo(function ProblemRow({ problem, now, isSelected, toggle }: RowProps) {
  const pageRoute = usePageRoute()
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const { fingerprint, kind, message, side, route, state, count, tabs, last_release: release, report } = problem
  const title = (
    <>
      <b dir="ltr">{kind}</b> <bdi>{message === '' ? t('noMessage') : message}</bdi>
    </>
  )
  return (
    <li className={styles.row} data-problem={fingerprint} data-state={state}>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={() => toggle(fingerprint)}
        aria-label={t('select', { kind, message: message.slice(0, 80) })}
      />
      <div className={styles.text}>
        {report === null ? (
          <span className={styles.title} data-title="" tabIndex={0}>
            {title}
          </span>
        ) : (
          <Link
            className={styles.title}
            to={pageRoute('/reports/$id')}
            params={(params: object) => ({ ...params, id: report })}
          >
            {title}
          </Link>
        )}
        <span className={styles.origin}>
          {problem.isNew && <em>{t('isNew')}</em>}
          {state !== 'open' && <em>{t(`states.${state}`)}</em>}
          <span>{t(side)}</span>
          {route !== null && <bdi dir="ltr">{shortRoute(route)}</bdi>}
          {release !== null && <bdi dir="ltr">{shortRelease(release)}</bdi>}
        </span>
      </div>
      <Sparkline days={problem.days} label={t('chart', { days: String(problem.days.length) })} />
      <span className={styles.number} title={t('reports', { count })}>
        {format.number(count, { notation: 'compact' })}
        <span className="visually-hidden">{t('reportsUnit', { count })}</span>
      </span>
      <span className={styles.number} title={t('tabs', { count: tabs })}>
        {cappedNumber(format, tabs, COUNTED.tabs)}
        <span className="visually-hidden">{t('tabsUnit', { count: tabs })}</span>
      </span>
      <RelativeTime at={problem.last_at} now={now} title={t('firstSeen')} since={problem.first_at} />
    </li>
  )
})

/** Distance from the viewport within which rows are rendered, for fast scrolling. */
const ROOT_MARGIN = '800px'

/** Tracks whether an element is near the viewport; `initially` holds until the first observation. */
function useNearViewport(initially: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(initially)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: ROOT_MARGIN,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isNear }
}

const heightOf = (rows: number) => ({ '--rows': Math.max(0, rows) }) as CSSProperties

type PageProps = { page: number; total: number; filters: Filters; selection: Selection }

/** The rows of one page, refreshed while they are near the viewport. */
function Rows({ page, filters, selection }: Omit<PageProps, 'total'>) {
  const t = useTranslations('reports.list')
  const { data, isError } = useQuery({ ...problemsQuery(filters, page), refetchInterval: POLL_MS })
  return (
    <ol role="list" aria-busy={!data} data-pending={!data && !isError ? '' : undefined}>
      {isError && !data && <li className={styles.error}>{t('loadFailed')}</li>}
      {data?.problems.map((problem) => (
        <ProblemRow
          key={problem.fingerprint}
          problem={problem}
          now={data.now}
          isSelected={selection.isSelected(problem.fingerprint)}
          toggle={selection.toggle}
        />
      ))}
    </ol>
  )
}

export function EmptyRows({ rows }: { rows: number }) {
  return <div className={styles.virtualPage} style={heightOf(rows)} />
}

/**
 * A page of the list. All rows have the same height, so a page far from the viewport is an empty box of the right height:
 * it has no query and no elements.
 */
export function VirtualPage({ page, total, ...rest }: PageProps) {
  const { ref, isNear } = useNearViewport(page === 0)
  const rows = Math.min(PAGE_ROWS, total - page * PAGE_ROWS)
  return (
    <div ref={ref} className={styles.virtualPage} style={heightOf(rows)}>
      {isNear && <Rows page={page} {...rest} />}
    </div>
  )
}
