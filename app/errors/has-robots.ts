import type { AnyRouteMatch } from '@tanstack/react-router'

/**
 * Tells whether the tags of a page, as they are shown, name robots already: the tags of what is below a segment that
 * failed are not shown. Pure.
 */
export function hasRobots(matches: readonly Pick<AnyRouteMatch, 'status' | 'meta'>[]): boolean {
  const failed = matches.findIndex(({ status }) => status !== 'success')
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1)
  return shown.some(({ meta }) => meta?.some((tag) => tag?.name === 'robots'))
}
