import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

let folder: string
let server: ViteDevServer

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

beforeEach(async () => {
  folder = temporaryFolder()
  write('app/routing.ts', "export default { locales: ['en', 'fr'], defaultLocale: 'en' }\n")
  write('app/locales/en/shell.json', '{ "nav": { "label": "Pages" } }')
  write('app/locales/en/tides.json', '{ "nav": "Tides", "title": "All tides" }')
  write('app/locales/en/charts.json', '{ "nav": "Charts" }')
  write('app/locales/fr/tides.json', '{ "nav": "Marées" }')
  const plugins = [messagesPlugin(folder)]
  server = await createServer({ root: folder, configFile: false, plugins, server: { middlewareMode: true, ws: false } })
})
afterEach(async () => {
  await server.close()
})

const load = async (id: string) => (await server.ssrLoadModule(`virtual:messages${id}`)) as Record<string, never>

it('labels of links in the header are the messages `nav` of namespaces, in the default language where there is none', async () => {
  expect((await load('/en/shell')).default).toMatchObject({ nav: { label: 'Pages', tides: 'Tides', charts: 'Charts' } })
  expect((await load('/fr/shell')).default).toMatchObject({
    nav: { label: 'Pages', tides: 'Marées', charts: 'Charts' },
  })
  expect((await load('/fr/tides')).default).toEqual({ nav: 'Marées', title: 'All tides' })
})

it('files that are added while the development server runs are found', async () => {
  expect(Object.keys((await load('')).files ?? {})).toEqual(['charts', 'shell', 'tides'])
  await load('/fr/shell')
  write('app/locales/en/ports.json', '{ "nav": "Ports" }')
  write('app/locales/fr/charts.json', '{ "nav": "Cartes" }')
  await vi.waitFor(async () => {
    expect(Object.keys((await load('')).files ?? {})).toContain('ports')
    expect((await load('/fr/shell')).default).toMatchObject({ nav: { charts: 'Cartes', ports: 'Ports' } })
    expect((await load('/fr/charts')).default).toEqual({ nav: 'Cartes' })
  }, 30_000)
})
