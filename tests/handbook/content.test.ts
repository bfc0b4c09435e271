import { readFile } from 'node:fs/promises'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Handbook } from '#app/handbook/compiler/compile-handbook.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'
import routing from '#app/routing.ts'
import { handbook } from '#tests/handbook/content.ts'

let pages: Handbook<Locale>

beforeAll(async () => {
  // Compiling checks the links of every language: it rejects when one leads nowhere.
  pages = await handbook()
})

describe('the content', () => {
  it('is complete in English, and begins with the same page everywhere', () => {
    const slugs = pages.en.map(({ slug }) => slug)
    expect(slugs[0]).toBe('')
    expect(slugs).toEqual(
      expect.arrayContaining([
        '',
        'run',
        'make-it-yours',
        'segments',
        'interception',
        'how-it-is-built',
        'decisions',
        'decisions/001-vinxi-as-host',
        'decisions/002-dependencies',
      ]),
    )
  })

  it.each(routing.locales)('has at least three pages in %s', (locale) => {
    expect(pages[locale].filter(({ lang }) => lang === locale).length).toBeGreaterThanOrEqual(3)
  })

  it('has the same anchors in a translation as in English', () => {
    for (const { slug, lang, anchors, file } of routing.locales.flatMap((locale) => pages[locale])) {
      if (lang === 'en') continue
      const original = pages.en.find((page) => page.slug === slug)
      expect([...anchors], file).toEqual([...(original?.anchors ?? [])])
    }
  })

  it('gives each dependency its line in decision 002, and no line to anything else', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, Record<string, string>>
    const source = await readFile('app/handbook/content/en/decisions/002-dependencies.md', 'utf8')
    const lines = (heading: string) => {
      const section = source.split(/^## /m).find((part) => part.includes(`{#${heading}}`)) ?? ''
      return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
    }
    expect(lines('dependencies')).toEqual(Object.keys(manifest.dependencies ?? {}))
    expect(lines('dev-dependencies')).toEqual(Object.keys(manifest.devDependencies ?? {}))
  })
})

describe('the table of precedence', async () => {
  const source = await readFile('app/handbook/content/en/segments.md', 'utf8')
  const rows = [...source.matchAll(/^\| `(\/[^`]*)`\s*\| (?:`([^`]+)`|none)\s*\|(?: `([^`]*)`)?\s*\|$/gm)]

  const root = createRootRoute()
  const locale = createRoute({
    getParentRoute: () => root,
    path: '{-$locale}',
    params: {
      parse: (params) => {
        if (params.locale === undefined) return {}
        return routing.locales.some((known) => known === params.locale) ? { locale: params.locale } : false
      },
    },
  })
  const below = (path: string) => createRoute({ getParentRoute: () => locale, path })
  const required = createRoute({
    getParentRoute: () => locale,
    path: 'lab/docs/$',
    params: { parse: ({ _splat }) => (_splat ? { _splat } : false) },
  })
  const router = createRouter({
    caseSensitive: true,
    routeTree: root.addChildren([
      locale.addChildren([
        below('lab/docs/new'),
        below('lab/docs/by/$author'),
        below('lab/echo/$'),
        below('lab/item/$id'),
        required,
      ]),
    ]),
  })

  it('is found', () => {
    expect(rows).toHaveLength(11)
  })

  it.each(rows.map(([, address, file, params]) => [address, file, params]))(
    'is true of %s',
    (address, file, params) => {
      const [, found, route] = router.getMatchedRoutes(address ?? '')
      // `**` holds what the nearest layout could not place: nothing answers then.
      expect('**' in found ? undefined : route?.fullPath).toBe(file && `/{-$locale}/${file.replace(/\.tsx$/, '')}`)
      // The router gives the rest of an address under two names.
      const named = Object.entries(found).filter(([name]) => name !== '*')
      if (file) expect(Object.fromEntries(named)).toEqual(JSON.parse(params ?? '{}'))
    },
  )
})
