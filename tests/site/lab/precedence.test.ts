import { existsSync, readFileSync } from 'node:fs'
import { createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import routing from '#app/routing.ts'
import { routeTree } from '#routeTree.gen.ts'

const ROUTES = 'app/routes/{-$locale}'

/** The rows of the handbook's table of precedence: path, route file, params. */
function rowsOf(locale: string): [path: string, file: string | undefined, params: string | undefined][] {
  const source = readFileSync(`app/handbook/content/${locale}/segments.md`, 'utf8')
  const rows = source.matchAll(/^\| `(\/[^`]*)`\s*\| (?:`([^`]+)`|[^`|]+?)\s*\|(?: `([^`]*)`)?\s*\|$/gm)
  return [...rows].map(([, path = '', file, params]) => [path, file, params])
}

const translations = routing.locales.filter((locale) => existsSync(`app/handbook/content/${locale}/segments.md`))

describe('the table of precedence', () => {
  const router = createRouter({ routeTree, caseSensitive: true, context: {} as never })

  it('is the same in every language', () => {
    expect(rowsOf('en')).toHaveLength(11)
    for (const locale of translations) expect(rowsOf(locale), locale).toEqual(rowsOf('en'))
  })

  it.each(rowsOf('en'))('is right about %s', (path, file, params) => {
    const [, found, route] = router.getMatchedRoutes(path)
    // `**` holds what the nearest layout could not match: the path has no page.
    const fullPath = '**' in found ? undefined : route?.fullPath
    expect(fullPath).toBe(file && `/{-$locale}/${file.replace(/\.tsx$/, '').replaceAll('.', '/')}`)
    if (file === undefined) return
    expect(existsSync(`${ROUTES}/${file}`), file).toBe(true)
    // The router gives the rest of a path under two names.
    const named = Object.entries(found).filter(([name]) => name !== '*')
    expect(Object.fromEntries(named)).toEqual(JSON.parse(params ?? '{}'))
  })
})
