import type { VisitorPart } from '#app/navigation/per-visitor.tsx'

/** The parts of pages that each visitor sees differently, which register themselves by the names of their files. */
export const visitorParts = Object.values(
  import.meta.glob<VisitorPart<object, unknown>>('./**/*.per-visitor.tsx', { eager: true, import: 'default' }),
)
