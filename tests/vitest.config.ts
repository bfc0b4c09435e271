import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const setupFiles = ['tests/fail-on-console.ts']

/** In CI a failed test is retried once: two groups of suites with two browsers share two cores. */
const CI_RETRIES = process.env.CI === undefined ? 0 : 1

/** Options of suites against the built application: one file at a time, as server, browser and tests share few cores. */
function suite(
  name: string,
  include: string[],
  limits: { testTimeout: number; retry?: number },
): TestProjectInlineConfiguration {
  return {
    root,
    plugins: [routingPlugin(root)],
    test: {
      name,
      include,
      setupFiles,
      globalSetup: ['tests/global-setup.ts'],
      fileParallelism: false,
      hookTimeout: 60_000,
      ...limits,
    },
  }
}

const builtSuites = [
  suite('http', ['tests/{http,commands}/*.test.ts'], { testTimeout: 20_000 }),
  suite('browser', ['tests/browser/*.test.ts'], { testTimeout: 60_000, retry: CI_RETRIES }),
  suite('lab', ['tests/lab/*.{http,browser}.test.ts'], { testTimeout: 60_000, retry: CI_RETRIES }),
  suite('soak', ['tests/soak/*.test.ts'], { testTimeout: 300_000 }),
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
        plugins: [routingPlugin(root), messagesPlugin()],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            'tests/.tmp/**',
            'tests/{http,commands,browser,soak}/**',
            'tests/**/*.{http,browser}.test.ts',
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
