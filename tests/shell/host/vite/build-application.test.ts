import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverBuild } from '#app/host/vite/build-application.ts'

/** Two pages with a package in common, which one of them has through a package that no server may load. */
const FILES = {
  'entry.js': `export const pages = { chart: () => import('./chart.js'), text: () => import('./text.js') }`,
  'chart.js': `import { draw } from 'client-only'\nexport const page = draw()`,
  'text.js': `import { join } from 'shared'\nexport const page = join('a', 'b')`,
  'node_modules/client-only/index.js': `import { join } from 'shared'
export const draw = () => join('chart')
throw new Error('client-only API called on the server')`,
  'node_modules/client-only/package.json': '{ "name": "client-only", "type": "module", "main": "index.js" }',
  'node_modules/shared/index.js': `import { tie } from 'below'\nexport const join = (...names) => tie(names)`,
  'node_modules/shared/package.json': '{ "name": "shared", "type": "module", "main": "index.js" }',
  'node_modules/below/index.js': `export const tie = (names) => names.join(' ')`,
  'node_modules/below/package.json': '{ "name": "below", "type": "module", "main": "index.js" }',
}

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-pages-'))
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { output } = serverBuild.build.rolldownOptions
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: true, outDir: 'server', rolldownOptions: { input: 'entry.js', output } },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a page evaluates the packages that it imports, and no others', async () => {
  const entry = pathToFileURL(join(folder, 'server/chunks/entry.mjs')).href
  const { pages } = (await import(/* @vite-ignore */ entry)) as {
    pages: Record<string, () => Promise<{ page: string }>>
  }
  expect((await pages.text?.())?.page).toBe('a b')
  await expect(pages.chart?.()).rejects.toThrow('client-only API called on the server')
})
