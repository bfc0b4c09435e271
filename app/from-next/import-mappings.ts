import { INTL_HOOKS } from '#app/from-next/async-component.ts'

/** Imports of Next.js whose names have counterparts; `undefined`: none is needed. */
export const IMPORTS: Readonly<Record<string, { from: string; name: string } | undefined>> = {
  'next/link#default': { from: '#app/navigation/link.tsx', name: 'Link' },
  'next/image#default': undefined,
  'next/navigation#notFound': undefined,
  'next/navigation#redirect': undefined,
  'next/navigation#permanentRedirect': undefined,
  'next-intl/server#setRequestLocale': undefined,
  'next-intl/server#unstable_setRequestLocale': undefined,
  'next/navigation#useRouter': { from: '@tanstack/react-router', name: 'useRouter' },
  'next/navigation#usePathname': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useSearchParams': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useParams': { from: '@tanstack/react-router', name: 'useParams' },
  'next/server#NextResponse': undefined,
  'next/server#NextRequest': undefined,
  'next/navigation#useSelectedLayoutSegment': undefined,
  'next/navigation#useSelectedLayoutSegments': undefined,
  'next-intl/routing#defineRouting': undefined,
  'next-intl#Locale': undefined,
  'next-intl#NextIntlClientProvider': undefined,
  'next-intl#hasLocale': { from: '#app/navigation/locale/locale.ts', name: 'isLocale' },
  ...Object.fromEntries(
    ['useTranslations', 'useLocale', 'useFormatter', 'useMessages', 'useNow', 'useTimeZone'].map((name) => [
      `next-intl#${name}`,
      { from: 'use-intl', name },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(INTL_HOOKS).map(([name, hook = '']) => [name, { from: 'use-intl', name: hook }]),
  ),
}

/** Calls that are right only where the component that has them could be changed. */
export const CHANGED = /^next-intl\/server#get|^next\/navigation#(notFound|redirect|permanentRedirect)$/
