import type { TestProject } from 'vitest/node'
import { isBuilt } from '#fairlead/host/vite/build-output.ts'
import { succeeds } from '#tests/harness/run-suites.ts'
import { serve } from '#tests/harness/serve.ts'

/**
 * Builds the site unless its build is that of the current files.
 *
 * @throws Error with the output of a build that failed
 */
export async function buildSite(): Promise<void> {
  if (isBuilt()) return
  console.log('Building (once, until a file changes)…')
  let output = ''
  const built = await succeeds('node', ['app/fairlead/cli/cli.ts', 'build'], (text) => (output += text))
  if (!built) throw new Error(`the site does not build:\n${output}`)
}

/** Builds and starts the site for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildSite()
  return serve(project)
}
