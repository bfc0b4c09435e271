import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { Plugin } from 'vite'
import type { Handbook } from '#app/handbook/compiler/compile-handbook.ts'
import { groupOf } from '#app/handbook/page.ts'

const VIRTUAL_ID = 'virtual:handbook'
const CONTENT = 'app/handbook/content'

const INPUTS = ['app/handbook/**/*.{md,ts}', 'package-lock.json']

/** Memoizes a result by its inputs across builds, in addition to the build's own caches. */
async function cached(inputs: readonly (string | Uint8Array)[], make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(`${input.length}\0`).update(input)
  const file = join('.vinxi/cache', `handbook-${hash.digest('hex')}`)
  if (existsSync(file)) return readFileSync(file)
  const made = await make()
  mkdirSync(dirname(file), { recursive: true })
  // The renaming makes the file appear whole or not at all.
  writeFileSync(`${file}.${process.pid}`, made)
  renameSync(`${file}.${process.pid}`, file)
  return made
}

/** Reads the languages of the routing table, which tests replace by `ROUTING_TABLE`. */
async function readLanguages(root: string): Promise<{ locales: readonly string[]; defaultLocale: string }> {
  const file = pathToFileURL(join(root, process.env.ROUTING_TABLE ?? 'app/routing.ts'))
  return ((await import(file.href)) as { default: { locales: readonly string[]; defaultLocale: string } }).default
}

/**
 * Compiles the handbook. `virtual:handbook` lists the pages of every language; each page is a separate module, loaded
 * on demand. An issue in the content fails the build.
 */
export function handbookPlugin(root = process.cwd()): Plugin {
  const folder = join(root, CONTENT)
  let handbook: Promise<Handbook> | undefined

  const compiled = () => (handbook ??= compile())
  async function compile(): Promise<Handbook> {
    const { locales, defaultLocale } = await readLanguages(root)
    const options = { locales, defaultLocale, folder, name: CONTENT }
    const files = globSync(INPUTS, { cwd: root }).toSorted()
    const inputs = files.flatMap((file) => [file, readFileSync(join(root, file))])
    const made = await cached([JSON.stringify(options), ...inputs], async () => {
      const { compileHandbook } = await import('#app/handbook/compiler/compile-handbook.ts')
      return serialize(await compileHandbook(options))
    })
    return deserialize(made) as Handbook
  }
  const isContent = (file: string) => file.startsWith(folder) && file.endsWith('.md')

  return {
    name: 'fairlead:handbook',
    config() {
      // Start compiling now; the virtual modules await the result.
      compiled().catch(() => {})
    },
    resolveId: {
      filter: { id: /virtual:handbook/ },
      handler: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    },
    load: {
      filter: { id: [/virtual:handbook/, /\.md$/] },
      async handler(id) {
        if (id === `\0${VIRTUAL_ID}`) return listing(await compiled())
        if (!isContent(id)) return
        const placed = Object.values(await compiled()).flat()
        const page = placed.find(({ path }) => path === id)?.page
        return { code: `export default ${JSON.stringify(page)}`, map: null, moduleType: 'js' }
      },
    },
    hotUpdate({ file }) {
      if (!isContent(file)) return
      // Other pages may link to this one, so all are compiled and checked again.
      handbook = undefined
      const listed = this.environment.moduleGraph.getModuleById(`\0${VIRTUAL_ID}`)
      if (listed) this.environment.moduleGraph.invalidateModule(listed)
      this.environment.hot.send({ type: 'full-reload' })
    },
  }
}

function listing(handbook: Handbook): string {
  const locales = Object.entries(handbook).map(([locale, pages]) => {
    const entries = pages.map(
      ({ slug, lang, path, page }) =>
        `{ slug: ${JSON.stringify(slug)}, title: ${JSON.stringify(page.title)}, lang: ${JSON.stringify(lang)}, group: ${JSON.stringify(groupOf(page.order))}, load: () => import(${JSON.stringify(path)}) }`,
    )
    return `${JSON.stringify(locale)}: [\n${entries.join(',\n')}\n]`
  })
  return `export const handbook = {\n${locales.join(',\n')}\n}`
}
