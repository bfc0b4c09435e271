import type { TestProject } from 'vitest/node'

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

/** Reads the contents of the handbook from the site, which has been started. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('handbook', await handbookPaths(project.getProvidedContext().origin))
}
