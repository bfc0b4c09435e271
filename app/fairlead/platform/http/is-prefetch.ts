import type { ReadHeader } from '#fairlead/platform/http/check-origin.ts'

/**
 * True for a request that a visitor has not made yet: `Purpose` comes from the navigation layer, `Sec-Purpose` (Fetch)
 * from a browser that follows Speculation Rules or `<link rel=prefetch>`.
 */
export const isPrefetch = (header: ReadHeader): boolean =>
  header('purpose') === 'prefetch' || /^prefetch\b/.test(header('sec-purpose') ?? '')
