import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Link } from 'fairlead/navigation'

type Props = { to: string; className?: string | undefined; children: ReactNode }

/** The params of a link to a catch-all's root. Without them it would lead to the page that is shown. */
export const withoutSplat = <Params extends object>(params: Params): Params => ({ ...params, _splat: undefined })

/** True if the application has a route: one of a part that may be removed. */
export function useHasRoute(path: string): boolean {
  return path in useRouter().routesByPath
}

/** A link to a page without params, or to the root of a catch-all, of a part that may be removed; nothing once it is. */
export function PartLink({ to, className, children }: Props) {
  if (!useHasRoute(to)) return null
  // Cast: the route tree of an application without the part does not have the path.
  return (
    <Link to={to as '/{-$locale}'} params={withoutSplat} className={className}>
      {children}
    </Link>
  )
}
