import type { AnyRouteMatch } from '@tanstack/react-router'

/**
 * Tells pages that already have a robots tag. The tags of segments below one that failed are not shown, and do not count.
 * Pure.
 */
export function hasRobots(matches: readonly Pick<AnyRouteMatch, 'status' | 'meta'>[]): boolean {
  const failed = matches.findIndex(({ status }) => status !== 'success')
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1)
  return shown.some(({ meta }) => meta?.some((tag) => tag?.name === 'robots'))
}
