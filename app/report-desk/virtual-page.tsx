import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'
import { PAGE_ROWS, POLL_MS } from '#app/report-desk/desk-limits.ts'
import { ProblemRow } from '#app/report-desk/problem-row.tsx'
import { problemsQuery } from '#app/report-desk/desk-queries.ts'
import type { Selection } from '#app/report-desk/use-selection.ts'
import styles from './problem-list.module.css'

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

type Props = { page: number; total: number; filters: Filters; selection: Selection }

/** The rows of one page, refreshed while they are near the viewport. */
function Rows({ page, filters, selection }: Omit<Props, 'total'>) {
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

/** A box as high as so many rows. */
export function EmptyRows({ rows }: { rows: number }) {
  return <div className={styles.virtualPage} style={heightOf(rows)} />
}

/**
 * A page of the list. All rows have the same height, so a page far from the viewport is an empty box of the right height:
 * it has no query and no elements.
 */
export function VirtualPage({ page, total, ...rest }: Props) {
  const { ref, isNear } = useNearViewport(page === 0)
  const rows = Math.min(PAGE_ROWS, total - page * PAGE_ROWS)
  return (
    <div ref={ref} className={styles.virtualPage} style={heightOf(rows)}>
      {isNear && <Rows page={page} {...rest} />}
    </div>
  )
}
