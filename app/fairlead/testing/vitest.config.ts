import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { applicationFilesPlugin, registerApplicationFiles } from '#fairlead/host/application-files.ts'
import { messagesPlugin } from '#fairlead/host/vite/messages-plugin.ts'
import { routingPlugin } from '#fairlead/host/vite/routing-plugin.ts'
import { serverFunctionsPlugin } from '#fairlead/host/vite/server-functions-plugin.ts'
import { serverRoutes } from '#fairlead/host/vite/server-routes-plugin.ts'
import { styleSheetsPlugin } from '#fairlead/host/vite/style-sheets-plugin.ts'

registerApplicationFiles()

const root = process.cwd()

/** Code under test writes here, apart from the data of the developer. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'tests-'))
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Test files that get the built application. */
const BUILT = ['tests/**/*.{http,browser}.test.{ts,tsx}']

/** Time for a test or a hook, and for `expect.poll`: a slow machine needs long. */
const LIMITS = { testMs: 60_000, pollMs: 15_000 }

const file = (name: string): string => fileURLToPath(import.meta.resolve(`#fairlead/testing/${name}.ts`))

function project(options: NonNullable<TestProjectInlineConfiguration['test']>): TestProjectInlineConfiguration {
  return {
    root,
    plugins: [
      applicationFilesPlugin(root),
      routingPlugin(root),
      messagesPlugin(root),
      styleSheetsPlugin(),
      serverFunctionsPlugin(),
      serverRoutes().plugin,
    ],
    test: {
      env: { DATA_DIR },
      setupFiles: [file('setup')],
      // Files share a process, with its modules and its browser.
      isolate: false,
      hookTimeout: LIMITS.testMs,
      testTimeout: LIMITS.testMs,
      expect: { poll: { timeout: LIMITS.pollMs } },
      // Inlined, so that the plugins give them the files of the application.
      server: { deps: { inline: [/\/fairlead\//, 'use-intl'] } },
      ...options,
    },
  }
}

/** Two suites: tests that call functions, and tests that get the application built and running. */
export default defineConfig({
  root,
  test: {
    fsModuleCache: false,
    projects: [
      project({ name: 'unit', include: ['tests/**/*.test.{ts,tsx}'], exclude: BUILT }),
      project({ name: 'built', include: BUILT, globalSetup: [file('global-setup')] }),
    ],
  },
})
