import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { registerApplicationFiles } from '#fairlead/host/application-files.ts'
import { applicationPlugins, INLINED } from '#fairlead/host/vite/application-modules.ts'

registerApplicationFiles()

const root = process.cwd()

/** Code under test writes here, apart from the data of the developer. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'tests-'))
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Test files that need the built application. */
const BUILT = ['tests/**/*.{http,browser}.test.{ts,tsx}']

/** Time for a test or a hook, and for `expect.poll`: a slow machine needs long. */
const LIMITS = { testMs: 60_000, pollMs: 15_000 }

const file = (name: string): string => fileURLToPath(import.meta.resolve(`#fairlead/testing/${name}.ts`))

function project(options: NonNullable<TestProjectInlineConfiguration['test']>): TestProjectInlineConfiguration {
  return {
    root,
    plugins: applicationPlugins(root),
    test: {
      env: { DATA_DIR },
      setupFiles: [file('setup')],
      // Files share a process, with its modules and its browser.
      isolate: false,
      hookTimeout: LIMITS.testMs,
      testTimeout: LIMITS.testMs,
      expect: { poll: { timeout: LIMITS.pollMs } },
      server: { deps: { inline: INLINED } },
      ...options,
    },
  }
}

/** Two suites: tests that call functions, and tests that need the application built and running. */
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
