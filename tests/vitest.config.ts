import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const setupFiles = ['tests/harness/fail-on-console.ts', 'tests/harness/own-variables.ts']

/** In CI a failed test is retried once: two groups of suites with two browsers share two cores. */
const CI_RETRIES = process.env.CI === undefined ? 0 : 1

/** The shell's own application, and this site. */
const APPLICATION = 'tests/shell/application/global-setup.ts'
const SITE = 'tests/site/global-setup.ts'

type Limits = { testTimeout: number; retry?: number }

/** Options of suites against a built application: one file at a time, as server, browser and tests share few cores. */
function suite(name: string, include: string[], application: string, limits: Limits): TestProjectInlineConfiguration {
  return {
    root,
    plugins: [routingPlugin(root)],
    test: {
      name,
      include,
      env: application === APPLICATION ? { SERVED_FOLDER: 'tests/.tmp/application' } : {},
      setupFiles,
      globalSetup: [application],
      fileParallelism: false,
      hookTimeout: 60_000,
      ...limits,
    },
  }
}

const HTTP: Limits = { testTimeout: 20_000 }
const BROWSER: Limits = { testTimeout: 60_000, retry: CI_RETRIES }

const builtSuites = [
  suite('shell-http', ['tests/shell/{http,commands}/*.test.ts'], APPLICATION, HTTP),
  suite('shell-browser', ['tests/shell/browser/*.test.ts'], APPLICATION, BROWSER),
  suite('http', ['tests/site/http/*.test.ts'], SITE, HTTP),
  suite('browser', ['tests/site/browser/*.test.ts'], SITE, BROWSER),
  suite('lab', ['tests/site/lab/*.{http,browser}.test.ts'], SITE, BROWSER),
  { root, test: { name: 'tutorial', include: ['tests/site/handbook/**/*.tutorial.test.ts'], setupFiles } },
  suite('soak', ['tests/soak/*.test.ts'], APPLICATION, { testTimeout: 300_000 }),
]

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
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            'tests/.tmp/**',
            'tests/soak/**',
            'tests/{shell,site}/{http,commands,browser}/**',
            'tests/**/*.{http,browser,tutorial}.test.ts',
          ],
          setupFiles,
          // Inlined, so that the plugin's alias applies to use-intl, which formats compiled messages.
          server: { deps: { inline: ['use-intl'] } },
        },
      },
      ...builtSuites,
    ],
  },
})
