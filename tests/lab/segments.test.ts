import { readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { routeTree } from '#routeTree.gen.ts'

const source = readFileSync('app/handbook/content/en/segments.md', 'utf8')
const rows = [...source.matchAll(/^\| `(\/[^`]*)`\s*\| (?:`([^`]+)`|none)\s*\|(?: `([^`]*)`)?\s*\|$/gm)]
const context = { queryClient: new QueryClient(), load: () => Promise.reject(new Error('no route is loaded')) }
const router = createRouter({ routeTree, context, caseSensitive: true, trailingSlash: 'never' })

describe('the table of precedence in segments.md', () => {
  it('is found', () => {
    expect(rows).toHaveLength(11)
  })

  it.each(rows.map(([, path = '', file, params]) => ({ path, file, params })))(
    'is true of $path with the routes of the application',
    ({ path, file, params }) => {
      const [, found, route] = router.getMatchedRoutes(path)
      // `**` holds the rest of a path that only the nearest layout matches: a page that is not found.
      expect('**' in found ? undefined : route?.fullPath).toBe(file && `/{-$locale}/${file.replace(/\.tsx$/, '')}`)
      // The router gives the rest of a path under two names.
      const named = Object.entries(found).filter(([name]) => name !== '*')
      if (file) expect(Object.fromEntries(named)).toEqual(JSON.parse(params ?? '{}'))
    },
  )
})
