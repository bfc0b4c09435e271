import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const setupFiles = ['tests/harness/fail-on-console.ts', 'tests/harness/own-variables.ts']

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
      globalSetup: ['tests/harness/global-setup.ts'],
      fileParallelism: false,
      hookTimeout: 60_000,
      ...limits,
    },
  }
}

const builtSuites = [
  suite('http', ['tests/{shell,site}/{http,commands}/*.test.ts'], { testTimeout: 20_000 }),
  suite('browser', ['tests/{shell,site}/browser/*.test.ts'], { testTimeout: 60_000, retry: CI_RETRIES }),
  suite('lab', ['tests/site/lab/*.{http,browser}.test.ts'], { testTimeout: 60_000, retry: CI_RETRIES }),
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
            'tests/soak/**',
            'tests/{shell,site}/{http,commands,browser}/**',
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
