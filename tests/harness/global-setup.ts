import type { TestProject } from 'vitest/node'
import { startServer } from '#tests/harness/start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the built application. */
    origin: string
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

/** Starts one built application for all files of a suite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  project.provide('origin', server.origin)
  project.provide('handbook', await handbookPaths(server.origin))
  return async () => {
    await server.stop()
  }
}
