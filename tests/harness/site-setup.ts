import type { TestProject } from 'vitest/node'
import { isBuilt } from '#fairlead/host/vite/build-output.ts'
import { serve } from '#tests/harness/serve.ts'

/** Starts the built site for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isBuilt()) throw new Error('the build is missing or older than the files: npm run build')
  return serve(project)
}
