import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'
import { BUILT_PROJECTS, type Project, SHARED_UNIT, UNIT } from '#tests/projects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const setupFiles = ['tests/harness/fail-on-console.ts', 'tests/harness/own-variables.ts']

/** In CI a failed test is retried once: two groups of suites with two browsers share two cores. */
const CI_RETRIES = process.env.CI === undefined ? 0 : 1

/** Limits of HTTP suites, of those with a browser, and of the soak suite. */
const LIMITS = {
  // Servers that a test starts take long beside three other suites.
  http: { testTimeout: 60_000, retry: CI_RETRIES },
  browser: { testTimeout: 60_000, retry: CI_RETRIES },
  soak: { testTimeout: 300_000, retry: CI_RETRIES },
}

function limitsOf({ name, browser = false }: Project) {
  if (name === 'soak') return LIMITS.soak
  return browser ? LIMITS.browser : LIMITS.http
}

/** Files at once: they mostly wait, and share one server. The soak suite needs the machine for itself. */
const WORKERS = 2

/** What starts the application of a suite. A clone may have removed what is in `tests/site`. */
const SETUPS = {
  shell: ['tests/shell/application/global-setup.ts'],
  site: ['tests/harness/site-setup.ts', ...globSync('tests/site/global-setup.ts', { cwd: root })],
}

/** Returns a suite against a built application. */
function suite(project: Project): TestProjectInlineConfiguration {
  const { name, include, application } = project
  return {
    root,
    plugins: [routingPlugin(root)],
    test: {
      name,
      include: [...include],
      env: application === 'shell' ? { SERVED_FOLDER: 'tests/.tmp/application' } : {},
      setupFiles,
      globalSetup: application ? SETUPS[application] : [],
      maxWorkers: name === 'soak' ? 1 : WORKERS,
      hookTimeout: 60_000,
      ...limitsOf(project),
    },
  }
}

type UnitSuite = { name: string; include: string[]; exclude: string[]; isolate?: boolean }

function unitSuite({ exclude, ...options }: UnitSuite): TestProjectInlineConfiguration {
  return {
    root,
    plugins: [routingPlugin(root), messagesPlugin(root)],
    test: {
      ...options,
      exclude: ['**/node_modules/**', 'tests/.tmp/**', ...exclude],
      setupFiles,
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
        exclude: [...BUILT_PROJECTS.flatMap(({ include }) => include), ...sharedUnitFiles],
      }),
      unitSuite({ ...SHARED_UNIT, isolate: false }),
      ...BUILT_PROJECTS.map(suite),
    ],
  },
})
