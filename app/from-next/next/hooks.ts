import { useLocation, useMatch, useParams, useRouter as useAppRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { getLocale, isLocale, localeParam } from '#app/navigation/locale/locale.ts'

const BASE = ''

function useMethods(prefix: string) {
  const router = useAppRouter()
  return useMemo(() => {
    const go = (address: string, replace: boolean) => {
      const href = address.startsWith('/') && !address.startsWith('//') ? prefix + BASE + address : address
      void router.navigate({ href, replace })
    }
    return {
      push: (address: string) => go(address, false),
      replace: (address: string) => go(address, true),
      refresh: () => void router.invalidate(),
      back: () => router.history.back(),
      forward: () => router.history.forward(),
      // Links load their pages by themselves.
      prefetch: () => undefined,
    }
  }, [router, prefix])
}

/** The router of Next.js, whose methods can be taken apart and passed on. */
export const useRouter = () => useMethods('')

/** The router of next-intl: its addresses have no language. */
export function useLocalizedRouter() {
  const locale = localeParam(getLocale(useParams({ strict: false })))
  return useMethods(locale === undefined ? '' : `/${locale}`)
}

/** The segments of the URL below the layout that has the component. */
export function useSelectedLayoutSegments(): string[] {
  const above = useMatch({ strict: false, select: (match) => match.pathname })
  const path = useLocation({ select: ({ pathname }) => pathname })
  return path.slice(above.length).split('/').filter(Boolean).map(decodeURIComponent)
}

/** The first of them. */
export function useSelectedLayoutSegment(): string | null {
  return useSelectedLayoutSegments()[0] ?? null
}

/** The path without its language, as next-intl has it. */
export function usePathname(): string {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [, first] = path.split('/')
  return isLocale(first) ? path.slice(first.length + 1) || '/' : path
}
