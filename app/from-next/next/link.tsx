import { useParams, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { Link } from '#app/navigation/link.tsx'
import { getLocale, isLocale, localeParam } from '#app/navigation/locale/locale.ts'

const BASE = ''

type Values = Readonly<Record<string, unknown>>
type Address = string | URL | { pathname?: string; params?: Values; query?: Values | string; hash?: string }

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  href: Address
  locale?: string | false
  prefetch?: boolean | null | 'auto'
  replace?: boolean
  scroll?: boolean
  passHref?: boolean
  legacyBehavior?: boolean
  shallow?: boolean
}

/** Props of Next.js that no link has here. */
const REMOVED = /^(passHref|legacyBehavior|shallow)$/

/** Returns the text of an address. An object may have params that stand for `[id]` in its path. */
function textOf(address: Address): string {
  if (typeof address === 'string' || address instanceof URL) return String(address)
  const { pathname = '', params = {}, query = {}, hash = '' } = address
  const segments = pathname.split('/').map((segment) => {
    const [, name] = /^\[{1,2}(?:\.{3})?([^\]]+)\]{1,2}$/.exec(segment) ?? []
    return name === undefined ? segment : [params[name]].flat().map(String).map(encodeURIComponent).join('/')
  })
  const pairs = typeof query === 'string' ? [] : Object.entries(query).filter(([, value]) => value !== undefined)
  const search = String(
    typeof query === 'string' ? query : new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])),
  )
  return segments.join('/') + (search && `?${search.replace(/^\?/, '')}`) + (hash && `#${hash.replace(/^#/, '')}`)
}

const AppLink = Link as unknown as ComponentType<Values & { children: ReactNode }>

/** Links to an address that is computed: to a page within the application, else as the browser does. */
export function ComputedLink(props: Props) {
  const { href, children, locale, prefetch, scroll, ...rest } = props
  const attributes = Object.fromEntries(Object.entries(rest).filter(([name]) => !REMOVED.test(name)))
  const router = useRouter()
  const text = textOf(href)
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(text) ?? []
  if (!path.startsWith('/') || path.startsWith('//') || /\.\w+$/.test(path))
    return (
      <a {...attributes} href={text}>
        {children}
      </a>
    )
  const language = locale !== false && isLocale(locale) ? localeParam(locale) : undefined
  const options = {
    // A dollar sign and a brace would be params.
    to: `${language === undefined ? '' : `/${language}`}${BASE}${path}`.replaceAll(/[${]/g, encodeURIComponent),
    search: router.options.parseSearch?.(query),
    ...(hash && { hash }),
    ...(prefetch === false && { preload: false }),
    ...(scroll === false && { resetScroll: false }),
  }
  return (
    <AppLink {...attributes} {...options}>
      {children}
    </AppLink>
  )
}

/** The same with addresses that have no language, as next-intl has them. */
export function ComputedIntlLink(props: Props) {
  const locale = getLocale(useParams({ strict: false }))
  return <ComputedLink locale={locale} {...props} />
}
