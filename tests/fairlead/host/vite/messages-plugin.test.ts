import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ViteDevServer } from 'vite'
import { messagesPlugin } from '#fairlead/host/vite/messages-plugin.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'
import { buildBothSides } from '#tests/fairlead/host/vite/build-both-sides.ts'
import { startVite } from '#tests/fairlead/host/vite/start-vite.ts'

let folder: string
let server: ViteDevServer

beforeEach(async () => {
  folder = temporaryFolder()
  writeFiles(folder, {
    'app/routing.ts': "export default { locales: ['en', 'fr'], defaultLocale: 'en' }\n",
    'app/site.ts':
      "export const texts = { title: 'Tides', description: 'All tides' }; export const notFoundTitle = 'None'",
    'app/locales/en/shell.json': '{ "nav": { "label": "Pages" } }',
    'app/locales/en/tides.json': '{ "nav": "Tides", "title": "All tides" }',
    'app/locales/en/charts.json': '{ "nav": "Charts" }',
    'app/locales/en/logs.json': '{ "nav": { "all": "Logs", "new": "New log" } }',
    'app/locales/fr/tides.json': '{ "nav": "Marées" }',
    'app/locales/fr/logs.json': '{ "nav": { "all": "Journaux" } }',
  })
  server = await startVite(folder, messagesPlugin(folder))
})

const load = async (id: string) => (await server.ssrLoadModule(`virtual:messages${id}`)) as Record<string, never>

it('labels of links in the header are what namespaces have as `nav`, in the default language where there is none', async () => {
  const nav = { label: 'Pages', tides: 'Tides', charts: 'Charts', logs: { all: 'Logs', new: 'New log' } }
  expect((await load('/en/shell')).default).toMatchObject({ nav })
  expect((await load('/fr/shell')).default).toMatchObject({
    nav: { ...nav, tides: 'Marées', logs: { all: 'Journaux', new: 'New log' } },
  })
  expect((await load('/fr/tides')).default).toEqual({ nav: 'Marées', title: 'All tides' })
})

it('files that are added while the development server runs are found', async () => {
  expect(Object.keys((await load('')).files ?? {})).toEqual([
    'charts',
    'inspector',
    'logs',
    'notices',
    'shell',
    'tides',
  ])
  await load('/fr/shell')
  const added = { 'en/ports.json': '{ "nav": "Ports" }', 'fr/charts.json': '{ "nav": "Cartes" }' }
  writeFiles(join(folder, 'app/locales'), added)
  await vi.waitFor(async () => {
    expect(Object.keys((await load('')).files ?? {})).toContain('ports')
    expect((await load('/fr/shell')).default).toMatchObject({ nav: { charts: 'Cartes', ports: 'Ports' } })
    expect((await load('/fr/charts')).default).toEqual({ nav: 'Cartes' })
  }, 30_000)
})

it('messages of the default language have their texts as types, for the types of their arguments', async () => {
  const file = join(folder, 'app/locales/en/lent.json')
  writeFiles(folder, { 'app/locales/en/lent.json': '{ "until": "until {due, date}", "list": [{ "name": "Ketch" }] }' })
  await load('/en/lent')
  const types = readFileSync(file.replace(/json$/, 'd.json.ts'), 'utf8')
  expect(types).toContain('{ "until": "until {due, date}"; "list": ({ "name": string })[] }')
})

it('a build gives the server the URL of the module that exports each namespace to the browser', async () => {
  writeFiles(folder, {
    // The page of an error has the messages of the default language at once.
    'page.js':
      "import shell from 'virtual:messages/default/shell'\nexport const load = [shell, import('virtual:messages')]\n",
    'server.js': "export { urls } from 'virtual:messages'\n",
  })
  const loadFile = await buildBothSides(folder, messagesPlugin(folder))
  const urls = (await loadFile('server/server.mjs')).urls as Record<string, string>
  expect(Object.keys(urls)).toEqual(expect.arrayContaining(['en/shell', 'fr/shell', 'en/tides', 'fr/tides']))
  expect((await loadFile(`client${urls['fr/tides']}`)).default).toEqual({ nav: 'Marées', title: 'All tides' })
  expect((await loadFile(`client${urls['en/shell']}`)).default).toMatchObject({ nav: { tides: 'Tides' } })
})
