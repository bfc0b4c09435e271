import type { TestProject } from 'vitest/node'
import { isBuilt } from '#app/host/commands/build-output.ts'
import { serve } from '#tests/harness/serve.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of the handbook's pages in the default language, from its contents. */
    handbook: string[]
  }
}

/** Returns the paths of the handbook's pages, from its contents. */
async function handbookPaths(origin: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/handbook`)).text()
  const links = html.matchAll(/<a\b[^>]*\bhref="(\/handbook\/[^"#?]+)/g)
  return [...new Set([...links].map(([, path = '']) => path))].toSorted()
}

/** Starts the built site for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isBuilt()) throw new Error('the build is missing or older than the files: npm run build')
  const stop = await serve(project)
  project.provide('handbook', await handbookPaths(project.getProvidedContext().origin))
  return stop
}
