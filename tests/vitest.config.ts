import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'
import { BUILT_PROJECTS, type Project, UNIT } from '#tests/projects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const setupFiles = ['tests/harness/fail-on-console.ts', 'tests/harness/own-variables.ts']

/** In CI a failed test is retried once: two groups of suites with two browsers share two cores. */
const CI_RETRIES = process.env.CI === undefined ? 0 : 1

/** Limits of HTTP suites, of those with a browser, and of the soak suite. */
const LIMITS = {
  http: { testTimeout: 20_000 },
  browser: { testTimeout: 60_000, retry: CI_RETRIES },
  soak: { testTimeout: 300_000 },
}

function limitsOf({ name, browser = false }: Project) {
  if (name === 'soak') return LIMITS.soak
  return browser ? LIMITS.browser : LIMITS.http
}

/** Returns a suite against a built application: one file at a time, as server, browser and tests share few cores. */
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
      globalSetup: application
        ? [`tests/${application === 'shell' ? 'shell/application' : 'site'}/global-setup.ts`]
        : [],
      fileParallelism: false,
      hookTimeout: 60_000,
      ...limitsOf(project),
    },
  }
}

/** The suites: pure functions; the built application over HTTP, in Chromium, and under load. */
export default defineConfig({
  root,
  test: {
    fsModuleCache: false,
    passWithNoTests: true,
    projects: [
      {
        root,
        plugins: [routingPlugin(root), messagesPlugin(root)],
        test: {
          name: UNIT.name,
          include: [...UNIT.include],
          exclude: ['**/node_modules/**', 'tests/.tmp/**', ...BUILT_PROJECTS.flatMap(({ include }) => include)],
          setupFiles,
          // Inlined, so that the plugin's alias applies to use-intl, which formats compiled messages.
          server: { deps: { inline: ['use-intl'] } },
        },
      },
      ...BUILT_PROJECTS.map(suite),
    ],
  },
})
