import { expect, it } from 'vitest'
import { isStateless } from '#app/host/vite/dev-module-cache.ts'

it.each([
  [
    true,
    'a route',
    `import { createFileRoute } from '@tanstack/react-router'\nexport const Route = createFileRoute('/a')({})`,
  ],
  [true, "Vite's constants", `if (import.meta.env.DEV && !import.meta.env.SSR) import.meta.env.PROD`],
  [true, "Start's functions of one environment", `import { createIsomorphicFn } from '@tanstack/react-start'`],
  [false, 'such a function of another module', `import { createIsomorphicFn } from '#app/start.ts'`],
  [
    false,
    'such a function of another module beside Start',
    `import { useServerFn } from '@tanstack/react-start'\nimport { createIsomorphicFn } from '#app/start.ts'`,
  ],
  [false, 'a variable', `import.meta.env.VITE_RELEASE`],
  [false, 'a variable whose name begins like a constant', `import.meta.env.SSR_HOST`],
  [false, 'all variables', `read(import.meta.env)`],
  [false, 'hot updates', `import.meta.hot?.accept()`],
  [false, 'middleware', `import { createMiddleware } from '@tanstack/react-start'`],
])('%s: a module with %s is compiled by its text alone', (expected, _, source) => {
  expect(isStateless(source, '/site/app/page.ts')).toBe(expected)
})

it.each([
  [true, "Start's functions of another module", `import { createIsomorphicFn } from './start.js'`],
  [true, 'what creates server functions', `export const createServerFn = () => ({})`],
  [false, 'a server function', `export const load = createServerFn().handler(() => 1)`],
  [false, 'a variable', `import.meta.env.VITE_RELEASE`],
])('%s: a module of a package with %s is compiled by its text and what is installed', (expected, _, source) => {
  expect(isStateless(source, '/site/node_modules/pkg/index.js')).toBe(expected)
})
