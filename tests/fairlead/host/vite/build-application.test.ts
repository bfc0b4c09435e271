import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { serverBuild } from '#fairlead/host/vite/build-application.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

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

it('a page evaluates the packages that it imports, and no others', async () => {
  const folder = temporaryFolder()
  writeFiles(folder, FILES)
  const { output } = serverBuild.build.rolldownOptions
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: true, outDir: 'server', rolldownOptions: { input: 'entry.js', output } },
  })
  const entry = pathToFileURL(join(folder, 'server/chunks/entry.mjs')).href
  const { pages } = (await import(/* @vite-ignore */ entry)) as {
    pages: Record<string, () => Promise<{ page: string }>>
  }
  expect((await pages.text?.())?.page).toBe('a b')
  await expect(pages.chart?.()).rejects.toThrow('client-only API called on the server')
})
