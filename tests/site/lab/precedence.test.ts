import { existsSync, readFileSync } from 'node:fs'
import { createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { routeTree } from '#routeTree.gen.ts'

const ROUTES = 'app/routes/{-$locale}'

/** The rows of the handbook's table of precedence: path, route file, params. */
const rows = [
  ...readFileSync('app/handbook/content/en/segments.md', 'utf8').matchAll(
    /^\| `(\/[^`]*)`\s*\| (?:`([^`]+)`|[^`|]+?)\s*\|(?: `([^`]*)`)?\s*\|$/gm,
  ),
].map(([, path = '', file, params]): [path: string, file: string | undefined, params: string | undefined] => [
  path,
  file,
  params,
])

describe('the table of precedence', () => {
  const router = createRouter({ routeTree, caseSensitive: true, context: {} as never })

  it('is found in the handbook', () => {
    expect(rows).toHaveLength(11)
  })

  it.each(rows)('is right about %s', (path, file, params) => {
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
