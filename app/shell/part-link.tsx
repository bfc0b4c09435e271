import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Link } from '#app/navigation/link.tsx'

type Props = { to: string; className?: string | undefined; children: ReactNode }

/** True if the application has a route: one of a part that may be removed. */
export function useHasRoute(path: string): boolean {
  return path in useRouter().routesByPath
}

/** A link to a page without params of a part that may be removed; nothing once it is. */
export function PartLink({ to, className, children }: Props) {
  if (!useHasRoute(to)) return null
  // Cast: the route tree of an application without the part does not have the path.
  return (
    <Link to={to as '/{-$locale}'} className={className}>
      {children}
    </Link>
  )
}
