import { describe, expect, it } from 'vitest'
import type { Rolldown } from 'vite'
import { DENIABLE, deniedModules, isDeniableOnServer } from '#app/host/vite/import-protection-plugin.ts'
import { startPlugins } from '#app/host/vite/vite-config.ts'
import { flattenPlugins } from '#tests/shell/host/vite/flatten-plugins.ts'

const bundleOf = (...moduleIds: string[]) =>
  ({ 'index.js': { type: 'chunk', moduleIds } }) as unknown as Rolldown.OutputBundle

describe("Start's import protection", () => {
  it('has the plugins whose calls are filtered', async () => {
    const plugins = new Map((await flattenPlugins(startPlugins())).map((plugin) => [plugin.name, plugin]))
    expect(plugins.get('tanstack-start-core:import-protection')?.resolveId).toHaveProperty('filter')
    expect(plugins.get('tanstack-start-core:import-protection-transform-cache')?.transform).toHaveProperty('filter')
  })

  it.each([
    ['#app/server/log.server.ts', true],
    ['./session.server', true],
    ['../early-errors.client.ts', true],
    ['@tanstack/react-start/server', true],
    ['@tanstack/react-start/server-only', true],
    ['@tanstack/react-start/client-only', true],
    ['\0tanstack-start-import-protection:mock', true],
    ['react', false],
    ['#app/server/part.ts', false],
    ['./server.ts', false],
    ['@tanstack/react-start', false],
  ])('is asked about an import of %j: %s', (specifier, isAsked) => {
    expect(DENIABLE.test(specifier)).toBe(isAsked)
  })
})

it.each([
  [`import { start } from '../start.client.ts'`, '/site/app/page.ts', true],
  [`import { start } from "./start.client"`, '/site/app/page.ts', true],
  [`import mock from '\0tanstack-start-import-protection:mock'`, '/site/app/page.ts', true],
  ['export const start = 1', '/site/app/start.client.ts', true],
  [`import { log } from './log.server.ts'`, '/site/app/page.ts', false],
  [`import { queryOptions } from '@tanstack/react-query'\nthis.client = a.client`, '/site/app/page.ts', false],
])('in dev, %j in %s may be denied on the server: %s', (code, id, expected) => {
  expect(isDeniableOnServer(code, id)).toBe(expected)
})

describe('modules that an environment denies', () => {
  it.each([
    ['client', ['/site/app/log.server.ts'], ['/site/app/log.server.ts']],
    ['client', ['/site/app/log.server.ts?tsr-split=component'], ['/site/app/log.server.ts?tsr-split=component']],
    ['client', ['/site/app/client.tsx', '/site/app/start.client.ts', '/site/app/server.ts'], []],
    ['client', ['/site/node_modules/pkg/index.server.js'], []],
    ['client', ['/site/app.server.d/page.tsx'], []],
    ['ssr', ['/site/app/start.client.ts'], ['/site/app/start.client.ts']],
    ['ssr', ['/site/app/log.server.ts', '/site/app/client.tsx'], []],
  ])('in %s, of %j: %j', (environment, modules, denied) => {
    expect(deniedModules(environment, bundleOf(...modules))).toEqual(denied)
  })
})
