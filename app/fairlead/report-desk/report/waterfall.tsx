import type { CSSProperties } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Span } from '#fairlead/error-reports/store/report-lookup.server.ts'
import styles from './report-page.module.css'

/** A span with its position in the waterfall: `from` and `to` are fractions of the whole duration, from 0 to 1. */
type SpanRow = { span: Span; depth: number; from: number; to: number }

const MAX_DEPTH = 8

/** Arranges spans in rows. A span whose parent is missing, or in a cycle, becomes a root. */
function layoutSpans(spans: readonly Span[]): { rows: SpanRow[]; start: number; end: number } {
  const ids = new Set(spans.map(({ id }) => id))
  const start = Math.min(...spans.map((span) => span.start))
  const end = Math.max(...spans.map((span) => span.end))
  const duration = Math.max(end - start, 0.001)
  const children = Map.groupBy(spans, ({ parent }) => (parent !== null && ids.has(parent) ? parent : ''))
  const rows: SpanRow[] = []
  const placed = new Set<string>()
  const place = (span: Span, depth: number): void => {
    if (placed.has(span.id)) return
    placed.add(span.id)
    rows.push({ span, depth, from: (span.start - start) / duration, to: (span.end - start) / duration })
    for (const child of children.get(span.id) ?? []) place(child, Math.min(depth + 1, MAX_DEPTH))
  }
  for (const span of children.get('') ?? []) place(span, 0)
  for (const span of spans) place(span, 0)
  return { rows, start, end }
}

const VISIBLE_SPANS = 40

/** A trace as bars along one time axis, from left to right in every language, with names and durations. */
export function Waterfall({ spans, at }: { spans: readonly Span[]; at: number }) {
  const t = useTranslations('reports.report')
  const format = useFormatter()
  const { rows, start, end } = layoutSpans(spans)
  const ms = (seconds: number) => t('ms', { ms: format.number(Math.round(seconds * 1_000)) })
  const reportAt = (at / 1_000 - start) / Math.max(end - start, 0.001)
  const list = (shown: typeof rows) => (
    <ol role="list" className={styles.spans} dir="ltr">
      {shown.map(({ span, depth, from, to }) => (
        <li key={span.id} data-failed={span.failed ? '' : undefined}>
          <span
            className={styles.spanName}
            style={{ '--depth': depth } as CSSProperties}
            title={`${span.op} ${span.name}`}
          >
            <b>{span.op}</b> {span.name}
          </span>
          <svg viewBox="0 0 1000 16" preserveAspectRatio="none" role="img" aria-label={ms(span.end - span.start)}>
            <path d="M0 15.5H1000" />
            <rect x={from * 1_000} y="4" width={Math.max(3, (to - from) * 1_000)} height="8" />
            {reportAt >= 0 && reportAt <= 1 && <path className={styles.reportMark} d={`M${reportAt * 1_000} 0V16`} />}
          </svg>
          <span className={styles.duration} aria-hidden="true">
            {ms(span.end - span.start)}
          </span>
        </li>
      ))}
    </ol>
  )
  return (
    <figure className={styles.waterfall}>
      <figcaption>{t('spans', { count: spans.length, took: ms(end - start) })}</figcaption>
      {list(rows.slice(0, VISIBLE_SPANS))}
      {rows.length > VISIBLE_SPANS && (
        <details>
          <summary>{t('moreSpans', { count: rows.length - VISIBLE_SPANS })}</summary>
          {list(rows.slice(VISIBLE_SPANS))}
        </details>
      )}
    </figure>
  )
}
