import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVERY_PAGE, FUNCTIONS, isForEveryPage } from '#fairlead/host/vite/vite-config.ts'
import { root } from '#tests/harness/project-files.ts'

/** Returns the modules of a package of TanStack that a path with wildcards leads to. */
const modules = (pattern: string): string[] =>
  globSync(`node_modules/@tanstack/${pattern}`, { cwd: root }).map((path) => join(root, path))

const CLIENT = 'start-client-core/dist/esm'
const QUERY = 'query-core/build/modern'
const REACT_QUERY = 'react-query/build/modern'

// The rules name modules by their paths within packages. A module that a newer version moves would change its chunk,
// and nothing would fail but the budget.
describe('the chunks of the browser', () => {
  it.each([
    `${CLIENT}/createServerFn.js`,
    `${CLIENT}/createMiddleware.js`,
    `${CLIENT}/client-rpc/serverFnFetcher.js`,
    `${CLIENT}/getDefaultSerovalPlugins.js`,
    `${CLIENT}/safeObjectMerge.js`,
    `${CLIENT}/getStartContextServerOnly.js`,
    'react-start/dist/esm/useServerFn.js',
    'router-core/dist/esm/ssr/serializer/*.js',
    'router-core/dist/esm/ssr/headers.js',
    `${QUERY}/queryObserver.js`,
    `${QUERY}/mutationObserver.js`,
    `${QUERY}/mutation.js`,
    `${QUERY}/infiniteQueryBehavior.js`,
    `${REACT_QUERY}/useBaseQuery.js`,
    `${REACT_QUERY}/suspense.js`,
    `${REACT_QUERY}/errorBoundaryUtils.js`,
    `${REACT_QUERY}/IsRestoringProvider.js`,
    `${REACT_QUERY}/QueryErrorResetBoundary.js`,
  ])('leave %s, which only some pages need, out of every page', (pattern) => {
    const found = modules(pattern)
    expect(found).not.toEqual([])
    for (const id of found) expect([id, EVERY_PAGE.test(id), isForEveryPage(id)]).toEqual([id, true, false])
  })

  it.each([`${CLIENT}/createServerFn.js`, `${CLIENT}/createMiddleware.js`])(
    'have %s beside the server functions',
    (pattern) => {
      expect(modules(pattern).map((id) => FUNCTIONS.test(id))).toEqual([true])
    },
  )

  it.each([
    `${CLIENT}/client-rpc/createClientRpc.js`,
    'react-router/dist/esm/Match.js',
    'router-core/dist/esm/router.js',
    `${QUERY}/queryClient.js`,
  ])('have %s on every page', (pattern) => {
    expect(modules(pattern).map(isForEveryPage)).toEqual([true])
  })
})
