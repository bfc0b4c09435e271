import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '#fairlead/host/vite/build-output.ts'
import { ensureChromium } from '#fairlead/testing/chromium.ts'
import { type ApplicationPlace, startApplication, startedAt } from '#fairlead/testing/start-application.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the application under test. */
    origin: string
    /** The place of its data. */
    place: ApplicationPlace
  }
}

/** Builds the application unless its build is up to date. */
function buildIfNeeded(): void {
  if (isBuilt()) return
  // vitest evaluates this module, and has no import.meta.resolve.
  const command = join(import.meta.dirname, '../cli/bootstrap.mjs')
  const { status } = spawnSync(process.execPath, [command, 'build'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the application does not build')
}

/** Starts the built application, once for all test files that need it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded()
  // Installing a browser takes longer than a test may.
  process.env.CHROMIUM ??= ensureChromium()
  const application = await startApplication()
  project.provide('origin', application.origin)
  const place = startedAt(application.origin)
  if (place) project.provide('place', place)
  return async () => {
    await application.stop()
  }
}
