import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The three suites: pure functions, the built application over HTTP, the built application in Chromium. */
export default defineConfig({
  root,
  test: {
    fsModuleCache: false,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{http,browser,soak,bench}/**', 'tests/**/*.{http,browser}.test.ts'],
          setupFiles: ['tests/fail-on-console.ts'],
        },
      },
    ],
  },
})
