import { useLocation, useMatch, useParams, useRouter as useAppRouter } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, type ReactNode, useMemo } from 'react'
import { type Address, addressParts, addressText, asLocale } from '#app/from-next/next/address.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import { getLocale, isLocale } from '#fairlead/navigation/locale/locale.ts'

/** The router of Next.js and of next-intl, whose methods can be taken apart and passed on. */
export function useRouter() {
  const router = useAppRouter()
  const current = getLocale(useParams({ strict: false }))
  return useMemo(() => {
    const go =
      (replace: boolean) =>
      (address: Address, { locale, scroll = true }: { locale?: string; scroll?: boolean } = {}) => {
        const text = addressText(address)
        const parts = addressParts(text, asLocale(locale) ?? current)
        const href = parts ? parts.to + parts.query + (parts.hash && `#${parts.hash}`) : text
        void router.navigate({ href, replace, resetScroll: scroll })
      }
    return {
      push: go(false),
      replace: go(true),
      refresh: () => void router.invalidate(),
      back: () => router.history.back(),
      forward: () => router.history.forward(),
      // Links load their pages by themselves.
      prefetch: () => undefined,
    }
  }, [router, current])
}

/** The segments of the URL below the layout that has the component. */
export function useSelectedLayoutSegments(): string[] {
  const above = useMatch({ strict: false, select: (match) => match.pathname })
  const path = useLocation({ select: ({ pathname }) => pathname })
  return path.slice(above.length).split('/').filter(Boolean).map(decodeURIComponent)
}

/** The first segment of the URL below the layout that has the component. */
export function useSelectedLayoutSegment(): string | null {
  return useSelectedLayoutSegments()[0] ?? null
}

/** The path without its language, as next-intl has it. */
export function usePathname(): string {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [, first] = path.split('/')
  return isLocale(first) ? path.slice(first.length + 1) || '/' : path
}

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

const AppLink = Link as unknown as ComponentType<Readonly<Record<string, unknown>> & { children: ReactNode }>

/** Links to an address that is computed: to a page within the application, else as the browser does. */
export function ComputedLink({ href, children, locale, prefetch, scroll, ...rest }: Props) {
  const attributes = Object.fromEntries(Object.entries(rest).filter(([name]) => !REMOVED.test(name)))
  const router = useAppRouter()
  const current = getLocale(useParams({ strict: false }))
  const text = addressText(href)
  const parts = addressParts(text, asLocale(locale) ?? current)
  if (!parts)
    return (
      <a {...attributes} href={text}>
        {children}
      </a>
    )
  const options = {
    to: parts.to,
    search: router.options.parseSearch?.(parts.query),
    ...(parts.hash && { hash: parts.hash }),
    ...(prefetch === false && { preload: false }),
    ...(scroll === false && { resetScroll: false }),
  }
  return (
    <AppLink {...attributes} {...options}>
      {children}
    </AppLink>
  )
}
