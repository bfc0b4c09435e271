import { notFound } from 'next/navigation'
import { pages, routing } from '../../../routing.js'

/** Tells whether a path is that of a route, such as `/item/[id]` or `/echo/[[...rest]]`. */
function matches(route, path) {
  const segments = route.split('/').slice(1).filter(Boolean)
  const rest = segments.at(-1)?.startsWith('[[...')
  const fixed = rest ? segments.slice(0, -1) : segments
  if (rest ? path.length < fixed.length : path.length !== fixed.length) return false
  return fixed.every((segment, index) => segment.startsWith('[') || segment === path[index])
}

export default async function Page({ params }) {
  const { locale, path = [] } = await params
  if (!routing.locales.includes(locale) || !pages.some((route) => matches(route, path))) notFound()
  return null
}
