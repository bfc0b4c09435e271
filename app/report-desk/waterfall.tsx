import type { CSSProperties } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { layoutSpans } from '#app/report-desk/layout-spans.ts'
import type { Span } from '#app/error-reports/store/occurrences.server.ts'
import styles from './waterfall.module.css'

/** Spans that are drawn before the others are asked for. */
const FIRST = 40

/** A trace as bars along one axis of time, from left to right. Beside each bar stand its name and how long it took. */
export function Waterfall({ spans, at }: { spans: readonly Span[]; at: number }) {
  const t = useTranslations('reports.report')
  const format = useFormatter()
  const { rows, start, end } = layoutSpans(spans)
  const ms = (seconds: number) => t('ms', { ms: format.number(Math.round(seconds * 1_000)) })
  const moment = (at / 1_000 - start) / Math.max(end - start, 0.001)
  const list = (part: typeof rows) => (
    <ol role="list" className={styles.rows} dir="ltr">
      {part.map(({ span, depth, from, to }) => (
        <li key={span.id} data-failed={span.failed ? '' : undefined}>
          <span className={styles.name} style={{ '--depth': depth } as CSSProperties} title={`${span.op} ${span.name}`}>
            <b>{span.op}</b> {span.name}
          </span>
          <svg viewBox="0 0 1000 16" preserveAspectRatio="none" role="img" aria-label={ms(span.end - span.start)}>
            <path d="M0 15.5H1000" />
            <rect x={from * 1_000} y="4" width={Math.max(3, (to - from) * 1_000)} height="8" />
            {moment >= 0 && moment <= 1 && <path className={styles.moment} d={`M${moment * 1_000} 0V16`} />}
          </svg>
          <span className={styles.took} aria-hidden="true">
            {ms(span.end - span.start)}
          </span>
        </li>
      ))}
    </ol>
  )
  return (
    <figure className={styles.waterfall}>
      <figcaption>{t('spans', { count: spans.length, took: ms(end - start) })}</figcaption>
      {list(rows.slice(0, FIRST))}
      {rows.length > FIRST && (
        <details>
          <summary>{t('moreSpans', { count: rows.length - FIRST })}</summary>
          {list(rows.slice(FIRST))}
        </details>
      )}
    </figure>
  )
}
