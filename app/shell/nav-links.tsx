import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { NavLabels } from 'fairlead/messages'
import { Link } from 'fairlead/navigation'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Lists a route in the header of every page: its place there, and the namespace whose message `nav` is its name. */
    nav?: { order: number; label: keyof NavLabels }
  }
}

/** The params of a link to a catch-all's root. Without them it would lead to the page that is shown. */
const withoutSplat = <Params extends object>(params: Params): Params => ({ ...params, _splat: undefined })

/** Links to the routes that list themselves in the head of every page. */
export function NavLinks() {
  const t = useTranslations('shell.nav')
  const routes: unknown = useRouter().routesById
  return Object.values(routes as Record<string, AnyRoute>)
    .flatMap((route) => {
      const nav = route.options.staticData?.nav
      return nav ? [{ ...nav, to: route.fullPath as '/{-$locale}' }] : []
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ to, label }) => (
      <Link key={to} to={to} params={withoutSplat}>
        {t(label)}
      </Link>
    ))
}
