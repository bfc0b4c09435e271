import type { TestProject } from 'vitest/node'
import { serve } from '#tests/harness/serve.ts'
import { buildApplication } from '#tests/application/build.ts'

/** Builds and starts the application of the shell's tests, for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return serve(project, await buildApplication())
}
