// Measures what 1 000 localized paths add to a link. It runs as a program of its own, because the bench may have loaded
// another build of React than servers have.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Measurement } from '#tests/bench/measurement.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { languagesOf } from '#fairlead/navigation/locale/locale-url.ts'
import { buildPublicUrl } from '#fairlead/navigation/locale/build-public-url.ts'
import { createUrlRewrite } from '#fairlead/navigation/locale/url-rewrite.ts'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

/** The most that a link may cost, compared with one of an application without localized paths. */
const LIMIT = 1.2

const PATHS = 1_000
const LINKS_A_PAGE = 100
const LOCALES = ['en', 'de', 'ja', 'ar']
const ROUNDS = 61

const rows = Array.from({ length: PATHS }, (_, row) => row)
const section = (row: number) => `section-${Math.floor(row / 20)}`
const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: 'en',
  pathnames: Object.fromEntries(
    rows.map((row) => [
      `/${section(row)}/page-${row}/$id`,
      {
        de: `/abschnitt-${Math.floor(row / 20)}/seite-${row}/$id`,
        ja: `/部-${Math.floor(row / 20)}/頁-${row}/$id`,
        ar: `/قسم-${Math.floor(row / 20)}/صفحة-${row}/$id`,
      },
    ]),
  ) as never,
})

/** Returns what renders pages of links, each to other routes than the one before, as the server does. */
function renderer(rewrite: ReturnType<typeof createUrlRewrite>): () => string {
  const root = createRootRoute()
  const routes = rows.map((row) =>
    createRoute({ getParentRoute: () => root, path: `/{-$locale}/${section(row)}/page-${row}/$id` }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/de'] }),
    ...(rewrite && { rewrite }),
  })
  const { buildLocation } = router
  router.buildLocation = buildPublicUrl(buildLocation, router as never) as never
  let page = 0
  return () => {
    const first = (page++ * LINKS_A_PAGE) % PATHS
    const links = Array.from({ length: LINKS_A_PAGE }, (_, at) => {
      const row = first + at
      const to = `/{-$locale}/${section(row)}/page-${row}/$id`
      return createElement(Link, { key: at, to, params: { locale: 'de', id: '5' } } as never, 'x')
    })
    return renderToString(createElement(RouterContextProvider, { router: router as never, children: links } as never))
  }
}

/** Microseconds of processor time that a call takes. */
function timeOf(call: () => unknown): number {
  const since = process.cpuUsage()
  for (let pages = 0; pages < PATHS / LINKS_A_PAGE; pages += 1) call()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / PATHS
}

function measure(): Measurement[] {
  const plain = renderer(undefined)
  const localized = renderer(createUrlRewrite(languagesOf(routing), undefined))
  if (!localized().includes('/de/abschnitt-0/seite-0/5') || !plain().includes('/de/section-0/page-0/5'))
    throw new Error('the links are not those that are to be compared')
  // Once for nothing: whatever comes first pays for the compiler. Then in turn, so that ratios are of one moment.
  for (let round = 0; round < 10; round += 1) [plain, localized].forEach(timeOf)
  const ratios = Array.from({ length: ROUNDS }, () => {
    const without = timeOf(plain)
    return timeOf(localized) / without
  })
  return [
    {
      name: `processor time of a link, of ${PATHS} localized paths, by that of one without`,
      value: rounded(median(ratios), 2),
      unit: 'times',
      aim: LIMIT,
    },
  ]
}

export async function measureLocalizedLinks(): Promise<Measurement[]> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url)], { env })
  return JSON.parse(stdout) as Measurement[]
}

if (import.meta.main) process.stdout.write(JSON.stringify(measure()))
