import type { Span } from '#app/error-reports/store/occurrences.server.ts'

/** A span with its place in the drawing: `from` and `to` are shares of the whole, from 0 to 1. */
export type Row = { span: Span; depth: number; from: number; to: number }

/** How deep spans are indented. */
const MAX_DEPTH = 8

/**
 * Lays spans out as a tree, each below its parent and in the order of time. A span whose parent has not arrived, or that
 * is its own ancestor, stands by itself.
 */
export function layoutSpans(spans: readonly Span[]): { rows: Row[]; start: number; end: number } {
  const ids = new Set(spans.map(({ id }) => id))
  const start = Math.min(...spans.map((span) => span.start))
  const end = Math.max(...spans.map((span) => span.end))
  const whole = Math.max(end - start, 0.001)
  const children = Map.groupBy(spans, ({ parent }) => (parent !== null && ids.has(parent) ? parent : ''))
  const rows: Row[] = []
  const placed = new Set<string>()
  const place = (span: Span, depth: number): void => {
    if (placed.has(span.id)) return
    placed.add(span.id)
    rows.push({ span, depth, from: (span.start - start) / whole, to: (span.end - start) / whole })
    for (const child of children.get(span.id) ?? []) place(child, Math.min(depth + 1, MAX_DEPTH))
  }
  for (const span of children.get('') ?? []) place(span, 0)
  for (const span of spans) place(span, 0)
  return { rows, start, end }
}
