import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLogger, createServer, type Plugin } from 'vite'
import { importProtectionPlugin } from '#app/host/vite/import-protection-plugin.ts'
import { root } from '#tests/harness/project-files.ts'

const MARKER = '@tanstack/react-start/client-only'

const FILES = {
  'package.json': '{ "type": "module" }',
  'src/routes/__root.tsx': `import { createRootRoute } from '@tanstack/react-router'\nexport const Route = createRootRoute()`,
  'src/routeTree.gen.ts': `import { Route } from './routes/__root'\nexport const routeTree = Route`,
  'src/router.tsx': `import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen'
import { page } from './page.ts'
export const getRouter = () => (page, createRouter({ routeTree }))`,
  'src/page.ts': `import { chart } from './chart.client.ts'
import { marked } from './marked.ts'
import { other } from './other.ts'
export const page = () => [chart, marked, other]`,
  'src/other.ts': `import { marked } from './marked.ts'\nexport const other = () => marked`,
  'src/marked.ts': `import '${MARKER}'\nexport const marked = 1`,
  'src/chart.client.ts': 'export const chart = 1',
}

let folder: string

beforeEach(() => {
  const parent = join(root, 'tests/.tmp')
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'import-protection-'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Compiles all modules of the server in dev. Returns what is said of denied imports, and what fails. */
async function messages(...plugins: Plugin[]): Promise<{ denied: string[]; failed: string[] }> {
  const denied: string[] = []
  const failed: string[] = []
  const warn = (text: string) => {
    const [, importer, specifier] = /Importer: (\S+?)(?::\d+:\d+)?\n[\s\S]*?Import: "([^"]+)"/.exec(text) ?? []
    if (importer) denied.push(`${importer.replace(`${folder}/`, '')} imports ${specifier}`)
  }
  const server = await createServer({
    root: folder,
    configFile: false,
    cacheDir: join(folder, 'cache'),
    customLogger: { ...createLogger('silent'), warn, warnOnce: warn },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [tanstackStart(), ...plugins],
  })
  const { ssr } = server.environments
  const seen = new Set<string>()
  const compile = async (url: string): Promise<void> => {
    if (seen.has(url) || url.includes('node_modules')) return
    seen.add(url)
    await ssr?.transformRequest(url).catch((error: Error) => failed.push(`${url}: ${error.message}`))
    const module = await ssr?.moduleGraph.getModuleByUrl(url)
    for (const imported of module?.importedModules ?? []) await compile(imported.url)
  }
  await compile('/src/router.tsx')
  await server.close()
  return { denied: denied.toSorted(), failed }
}

it("reports in dev what Start's import protection does: files and markers, also below modules that name neither", async () => {
  const theirs = await messages()
  expect(theirs.denied.join('\n')).toContain('src/page.ts imports ./chart.client.ts')
  expect(theirs.denied.join('\n')).toContain(`src/marked.ts imports ${MARKER}`)
  expect(theirs.denied.join('\n')).toContain('src/other.ts imports ./marked.ts')
  expect(theirs.failed).toEqual([])
  const ours = await messages(importProtectionPlugin())
  expect(ours.failed).toEqual([])
  expect(new Set(ours.denied)).toEqual(new Set(theirs.denied))
})
