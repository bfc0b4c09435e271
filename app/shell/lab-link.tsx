import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Link } from '#app/navigation/link.tsx'

/** A link to the lab; nothing in an application that has deleted it. */
export function LabLink({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const path: string = '/{-$locale}/lab'
  if (!(path in useRouter().routesByPath)) return null
  // Cast: the route tree of an application without the lab does not have the path.
  return (
    <Link to={path as '/{-$locale}'} className={className}>
      {children}
    </Link>
  )
}
