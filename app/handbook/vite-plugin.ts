import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compileHandbook, type Handbook } from '#app/handbook/compiler/compile-handbook.ts'

const VIRTUAL_ID = 'virtual:handbook'
const CONTENT = 'app/handbook/content'

type PluginOptions = {
  /** Folder of the project. */
  root: string
  readTable: () => Promise<{ locales: readonly string[]; defaultLocale: string }>
}

/**
 * Compiles the handbook. `virtual:handbook` lists the pages of every language; each page is a module of its own,
 * loaded on demand. An issue in the content fails the build.
 */
export default function handbookPlugin({ root, readTable }: PluginOptions): Plugin {
  const folder = join(root, CONTENT)
  let handbook: Promise<Handbook> | undefined

  const compiled = () => (handbook ??= compile())
  async function compile() {
    return compileHandbook<string>({ ...(await readTable()), folder, name: CONTENT })
  }
  const isContent = (file: string) => file.startsWith(folder) && file.endsWith('.md')

  return {
    name: 'fairlead:handbook',
    async buildStart() {
      await compiled()
    },
    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    async load(id) {
      if (id === `\0${VIRTUAL_ID}`) return listing(await compiled())
      if (!isContent(id)) return
      const placed = Object.values(await compiled()).flat()
      const page = placed.find(({ path }) => path === id)?.page
      return { code: `export default ${JSON.stringify(page)}`, map: null, moduleType: 'js' }
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
        `{ slug: ${JSON.stringify(slug)}, title: ${JSON.stringify(page.title)}, lang: ${JSON.stringify(lang)}, load: () => import(${JSON.stringify(path)}) }`,
    )
    return `${JSON.stringify(locale)}: [\n${entries.join(',\n')}\n]`
  })
  return `export const handbook = {\n${locales.join(',\n')}\n}`
}
