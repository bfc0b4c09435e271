import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { applicationFilesPlugin } from '#fairlead/host/application-files.ts'
import { applicationPlugins } from '#fairlead/host/vite/application-modules.ts'
import { routingPlugin } from '#fairlead/host/vite/routing-plugin.ts'
import { BUILT_PROJECTS, DATABASE_UNIT, type Project, SHARED_UNIT, UNIT } from '#tests/projects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const setupFiles = [
  'tests/harness/fail-on-console.ts',
  'tests/harness/own-variables.ts',
  'tests/harness/end-of-file.ts',
]

/** In CI a failed test is retried once: two suites with two browsers share two cores. */
const CI_RETRIES = process.env.CI === undefined ? 0 : 1

/** Time for a test or a hook: beside other suites all take long. */
const LIMIT_MS = 120_000

/** Time for `expect.poll`: less than the limit of a test, so that what it waits for is named. */
const POLL_MS = 30_000

/** Time for a test under load. */
const SOAK_LIMIT_MS = 300_000

/** Files at once: most of them wait for a server or a database. A test under load needs the machine for itself. */
const WORKERS = 2

/** The setup that starts the application of a suite. */
const SETUPS = {
  shell: ['tests/application/global-setup.ts'],
  site: ['tests/harness/site-setup.ts', 'tests/site/global-setup.ts'],
}

/** Returns a suite against a built application. */
function suite(project: Project): TestProjectInlineConfiguration {
  const { name, include, application, browser } = project
  return {
    root,
    plugins: [applicationFilesPlugin(root), routingPlugin(root)],
    test: {
      name,
      include: [...include],
      env: application === 'shell' ? { SERVED_FOLDER: 'tests/.tmp/application' } : {},
      setupFiles: browser ? [...setupFiles, 'tests/harness/check-pages.ts'] : setupFiles,
      // Files share a process, with its modules and its browser; a few long files do without.
      isolate: application === undefined || name === 'soak',
      globalSetup: [
        ...(browser ? ['tests/harness/chromium-setup.ts'] : []),
        ...(application ? SETUPS[application] : []),
      ],
      maxWorkers: name === 'soak' ? 1 : WORKERS,
      hookTimeout: LIMIT_MS,
      expect: { poll: { timeout: POLL_MS } },
      testTimeout: name.startsWith('soak') ? SOAK_LIMIT_MS : LIMIT_MS,
      retry: CI_RETRIES,
    },
  }
}

type UnitSuite = { name: string; include: string[]; exclude?: string[]; isolate?: boolean; globalSetup?: string }

function unitSuite({ exclude = [], ...options }: UnitSuite): TestProjectInlineConfiguration {
  return {
    root,
    plugins: applicationPlugins(root),
    test: {
      ...options,
      // Tests see a server that has the report desk.
      env: { VITE_STORES_REPORTS: 'true' },
      exclude: ['**/node_modules/**', 'tests/.tmp/**', ...exclude],
      setupFiles,
      maxWorkers: WORKERS,
      hookTimeout: LIMIT_MS,
      expect: { poll: { timeout: POLL_MS } },
      testTimeout: LIMIT_MS,
      // Inlined, so that the plugin's alias applies to use-intl, which formats compiled messages.
      server: { deps: { inline: ['use-intl'] } },
    },
  }
}

const sharedUnitFiles = globSync(SHARED_UNIT.include, { cwd: root, exclude: SHARED_UNIT.exclude })

/** The suites: pure functions; the built application over HTTP, in Chromium, and under load. */
export default defineConfig({
  root,
  test: {
    fsModuleCache: false,
    projects: [
      unitSuite({
        name: UNIT.name,
        include: [...UNIT.include],
        exclude: [...[...BUILT_PROJECTS, DATABASE_UNIT].flatMap(({ include }) => include), ...sharedUnitFiles],
      }),
      unitSuite({ ...DATABASE_UNIT, globalSetup: 'tests/harness/postgres-setup.ts' }),
      unitSuite({ ...SHARED_UNIT, isolate: false }),
      ...BUILT_PROJECTS.map(suite),
    ],
  },
})
