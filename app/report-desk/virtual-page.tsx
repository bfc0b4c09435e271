import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'
import { PAGE_ROWS, POLL_MS } from '#app/report-desk/desk-limits.ts'
import { ProblemRow } from '#app/report-desk/problem-row.tsx'
import { problemsQuery } from '#app/report-desk/desk-queries.ts'
import type { Selection } from '#app/report-desk/use-selection.ts'
import styles from './problem-list.module.css'

/** How far from the window lines are kept, so that quick scrolling meets them. */
const NEAR = '800px'

/** Whether an element is near the window. On the server and at first, what is said of it. */
function useNear(first: boolean) {
  const ref = useRef<HTMLOListElement>(null)
  const [near, setNear] = useState(first)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, near }
}

type Props = { page: number; total: number; filters: Filters; selection: Selection }

/**
 * A page of the list. All lines are equally high, so a page that is far from the window is an empty space of the right
 * height: it asks for nothing and has no elements.
 */
export function VirtualPage({ page, total, filters, selection }: Props) {
  const t = useTranslations('reports.list')
  const { ref, near } = useNear(page === 0)
  const { data, isError } = useQuery({ ...problemsQuery(filters, page), enabled: near, refetchInterval: POLL_MS })
  const rows = Math.min(PAGE_ROWS, total - page * PAGE_ROWS)
  return (
    <ol
      ref={ref}
      role="list"
      className={styles.block}
      style={{ '--rows': rows } as CSSProperties}
      aria-busy={near && !data}
      data-waiting={near && !data && !isError ? '' : undefined}
    >
      {isError && !data && <li className={styles.fault}>{t('notRead')}</li>}
      {near &&
        data?.problems.map((problem) => (
          <ProblemRow
            key={problem.fingerprint}
            problem={problem}
            now={data.now}
            picked={selection.isSelected(problem.fingerprint)}
            toggle={selection.toggle}
          />
        ))}
    </ol>
  )
}
