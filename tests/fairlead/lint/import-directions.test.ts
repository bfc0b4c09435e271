import { describe, expect, it } from 'vitest'
import { tableCycles, violations } from '#tests/fairlead/lint/import-directions.ts'

const rulesBrokenBy = (path: string, source: string) => violations([{ path, source }]).map(({ rule }) => rule)

describe('directions', () => {
  it.each([
    ['app/fairlead/platform/cookies.ts', `import { Link } from '#fairlead/navigation/link.tsx'`],
    ['app/fairlead/platform/cookies.ts', `import type { Entry } from '#fairlead/navigation/prefetch/cache.ts'`],
    ['app/fairlead/platform/cookies.ts', `export { Link } from '#fairlead/navigation/link.tsx'`],
    ['app/fairlead/platform/cookies.ts', `export * from '#fairlead/errors/digest.ts'`],
    ['app/fairlead/navigation/prefetch/queue.ts', `const later = () => import('#fairlead/forms/form.tsx')`],
    ['app/fairlead/navigation/link.tsx', `import { fairlead } from '#fairlead/config.ts'`],
    ['app/fairlead/navigation/link.tsx', `import { page } from '#app/handbook/page.ts'`],
    ['app/fairlead/navigation/link.tsx', `import type routing from '#app/routing.ts'`],
    ['app/fairlead/navigation/link.tsx', `import { page } from '#tests/site/pages.ts'`],
    ['app/fairlead/cli/cli.ts', `import { print } from '#fairlead/report-desk/cli.server.ts'`],
    ['app/router.tsx', `import { item } from '#app/lab/item.ts'`],
    ['app/handbook/page.tsx', `import { item } from '#app/lab/item.ts'`],
    ['app/routes/{-$locale}/labour.tsx', `import { item } from '#app/lab/item.ts'`],
    ['app/server.ts', `import { vite } from '#fairlead/host/vite/vite-config.ts'`],
    ['app/lab/item.ts', `import { Link } from '#fairlead/navigation/link.tsx'`],
    ['app/lab/item.ts', `import { Link } from '../fairlead/navigation.ts'`],
    ['app/lab/item.ts', `import { source } from '#app/from-next/source.ts'`],
    ['app/lab/item.ts', `const run = () => import('fairlead-from-next')`],
    ['app/parts.ts', `import { runFromNext } from '#app/from-next/command.ts'`],
    ['app/fairlead/cli/cli.ts', `import { runFromNext } from '#app/from-next/command.ts'`],
    ['app/from-next/compare.ts', `import { escapeHtml } from '#fairlead/platform/http/escape-html.ts'`],
    ['app/from-next/compare.ts', `import type { Part } from '../fairlead/server/part.ts'`],
    ['app/from-next/compare.ts', `import site from '#app/site.ts'`],
    ['app/fresh-folder/thing.ts', `import { Route } from '#app/routes/__root.tsx'`],
  ])('%s: %s breaks them', (path, source) => {
    expect(rulesBrokenBy(path, source)).toContain('direction')
  })

  it.each([
    ['app/routes/{-$locale}/lab/item.$id.tsx', `import { item } from '#app/lab/item.ts'`],
    ['app/routes/lab.inflight.ts', `import { item } from '#app/lab/item.ts'`],
    ['app/routes/__root.tsx', `import { Shell } from '#app/shell/shell.tsx'`],
    ['app/lab/item.ts', `import { Link } from 'fairlead/navigation'`],
    ['app/server.ts', `import handbook from '#app/handbook/part.server.ts'`],
    ['app/from-next/compare.ts', `import { parseSync } from 'vite'\nimport { LIMITS } from './source.ts'`],
    ['app/from-next/target.ts', `export type Routing = typeof import('fairlead/routing')`],
    ['app/fairlead/navigation/link.tsx', `import { readCookie } from '#fairlead/platform/http/read-cookie.ts'`],
    ['app/fairlead/forms.ts', `export { Form } from '#fairlead/forms/form.tsx'`],
  ])('%s: %s keeps them', (path, source) => {
    expect(rulesBrokenBy(path, source)).toEqual([])
  })
})

describe('specifiers', () => {
  it.each([
    ['app/errors/page.tsx', `import { Button } from '../home/button.tsx'`],
    ['app/errors/page.tsx', `import { digest } from './digest'`],
    ['app/errors/page.tsx', `import { digest } from '#app/errors/digest'`],
  ])('%s: %s is refused', (path, source) => {
    expect(rulesBrokenBy(path, source)).toContain('specifier')
  })

  it('name the file beside it, and a query, but no barrel outside the routes', () => {
    const source = `import { digest } from './digest.ts'\nimport styles from '#app/styles/styles.css?url'`
    expect(rulesBrokenBy('app/errors/page.tsx', source)).toEqual([])
    expect(rulesBrokenBy('app/routes/{-$locale}/index.tsx', '')).toEqual([])
    expect(rulesBrokenBy('app/fairlead/forms/index.ts', '')).toEqual(['barrel'])
  })
})

describe('server-only code', () => {
  it.each([
    ['app/errors/page.tsx', `import { store } from '#app/errors/store.server.ts'`],
    ['app/routes/__root.tsx', `import { store } from '#app/errors/store.server.ts'`],
    ['app/fairlead/router.ts', `export { readEnv } from '#fairlead/platform/env.server.ts'`],
    ['app/fairlead/client.ts', `import '#fairlead/platform/env.server.ts'`],
  ])('%s: %s would reach the browser', (path, source) => {
    expect(rulesBrokenBy(path, source)).toEqual(['server-only'])
  })

  it.each([
    ['app/errors/page.tsx', `import type { Row } from '#app/errors/store.server.ts'`],
    ['app/errors/page.tsx', `const load = () => import('#app/errors/store.server.ts')`],
    ['app/errors/report.functions.ts', `import { store } from '#app/errors/store.server.ts'`],
    ['app/errors/digest.server.ts', `import { store } from '#app/errors/store.server.ts'`],
    ['app/server.ts', `import { store } from '#app/errors/store.server.ts'`],
    ['app/fairlead/host/server/node-server.ts', `import { readEnv } from '#fairlead/platform/env.server.ts'`],
    [
      'app/routes/reports.ts',
      `import { store } from '#app/errors/store.server.ts'\nexport const Route = { server: { handlers: {} } }`,
    ],
  ])('%s: %s stays on the server', (path, source) => {
    expect(rulesBrokenBy(path, source)).toEqual([])
  })
})

describe('vinxi and the environment', () => {
  it.each([
    ['app/server.ts', `import { eventHandler } from 'vinxi/http'`],
    ['app/error-reports/tunnel.ts', `const load = () => import('vinxi')`],
  ])('%s: %s is refused', (path, source) => {
    expect(rulesBrokenBy(path, source)).toEqual(['vinxi'])
  })

  it.each([
    `export const port = process.env.PORT`,
    `export const port = process['env'].PORT`,
    `export const port = globalThis.process?.env.PORT`,
    `const { env } = process`,
    `import { env } from 'node:process'`,
  ])('reading the environment by %s is refused', (source) => {
    expect(rulesBrokenBy('app/fairlead/navigation/prefetch/prefetch-queue.ts', source)).toEqual(['environment'])
  })

  it.each([
    ['app.config.ts', `import { createApp } from 'vinxi'`],
    [
      'app/fairlead/host/vite/vite-config.ts',
      `import { createApp } from 'vinxi'\nexport const port = process.env.PORT`,
    ],
    ['app/fairlead/platform/env.server.ts', `export const port = process.env.PORT`],
    ['app/from-next/compare-clicks.ts', `export const path = process.env.CHROMIUM`],
    ['app/fairlead/navigation/link.tsx', `// process.env is elsewhere\nexport const dev = import.meta.env.DEV`],
  ])('%s: %s is accepted', (path, source) => {
    expect(rulesBrokenBy(path, source)).toEqual([])
  })
})

describe('modules for the routing table', () => {
  const faults = (sources: Record<string, string>) =>
    tableCycles(
      Object.entries(sources).map(([path, source]) => ({ path, source })),
      ['app/fairlead/navigation/table.ts'],
    ).map(({ path, detail }) => `${path} ${detail.split(':', 1)[0]}`)

  it.each(['#app/routing.ts', '#app/router.tsx', '#app/routes/__root.tsx', '#routeTree.gen.ts'])(
    'do not import %s, not even a type, nor through another module',
    (specifier) => {
      const last = `import type { Some } from '${specifier}'`
      expect(faults({ 'app/fairlead/navigation/table.ts': last })).toEqual([
        `app/fairlead/navigation/table.ts ${specifier}`,
      ])
      const first = `import { other } from '#fairlead/navigation/other.ts'`
      expect(faults({ 'app/fairlead/navigation/table.ts': first, 'app/fairlead/navigation/other.ts': last })).toEqual([
        `app/fairlead/navigation/other.ts ${specifier}`,
      ])
    },
  )

  it('may import packages and each other', () => {
    const sources = {
      'app/fairlead/navigation/table.ts': `import { a } from './other.ts'\nimport type { FileRoutesByPath } from '@tanstack/react-router'`,
      'app/fairlead/navigation/other.ts': `import { b } from '#fairlead/navigation/table.ts'`,
    }
    expect(faults(sources)).toEqual([])
  })
})
