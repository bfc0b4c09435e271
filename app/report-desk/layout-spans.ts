import type { Span } from '#app/error-reports/store/occurrences.server.ts'

/** A span with its position in the waterfall: `from` and `to` are fractions of the whole duration, from 0 to 1. */
export type SpanRow = { span: Span; depth: number; from: number; to: number }

/** Maximum indentation, in levels. */
const MAX_DEPTH = 8

/**
 * Lays spans out as a tree, each below its parent and ordered by time. A span without a received parent, or in a cycle,
 * becomes a root.
 */
export function layoutSpans(spans: readonly Span[]): { rows: SpanRow[]; start: number; end: number } {
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
