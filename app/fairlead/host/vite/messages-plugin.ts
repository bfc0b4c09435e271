import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import {
  fallbackChain,
  listNamespaces,
  MESSAGES,
  messageFiles,
  messageSources,
  readMessages,
  readNavLabels,
} from '#fairlead/host/vite/message-files.ts'
import { writeMessageTypes } from '#fairlead/host/vite/message-types.ts'
import { readRoutingTable, routingTableFile } from '#fairlead/host/vite/routing-plugin.ts'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'
import { compileMessage } from '#fairlead/messages/compile-message.ts'
import type { MessageTree } from '#fairlead/messages/merge-messages.ts'

const ALL = 'virtual:messages'
const SHELL = 'shell'
const FORMATTER = fileURLToPath(import.meta.resolve('#fairlead/messages/format-message.ts'))
const USE_INTL = fileURLToPath(import.meta.resolve('#fairlead/messages/use-intl.tsx'))
const ONE = /^virtual:messages\/([\w-]+)\/([\w-]+)$/

type Node = MessageTree[string]

/**
 * Replaces ICU messages by their parsed form, so that the browser needs no parser. Lists are content that
 * `useMessages()` returns and stay as they are.
 *
 * @throws Error that names a message which is not valid
 */
function compileMessages(node: Node, place: string): unknown {
  if (Array.isArray(node)) return node
  if (typeof node !== 'string') {
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, compileMessages(child, `${place}.${key}`)]),
    )
  }
  try {
    return compileMessage(node)
  } catch (error) {
    throw new Error(`${place}: ${JSON.stringify(node)} is not an ICU message: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Replaces `use-intl` and `use-intl/core` with a module of the library that wraps them. */
const useIntlPlugin: Plugin = {
  name: 'fairlead:use-intl',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^use-intl(?:\/core)?$/ },
    handler: (_, importer) => (importer?.startsWith(USE_INTL) ? undefined : USE_INTL),
  },
}

/**
 * Compiles `app/locales/<language>/<namespace>.json`, over the messages of the library, at build time. The fallbacks of
 * a language fill in the keys that it lacks.
 *
 * - `virtual:messages`: functions that load each namespace in each language and, on the server, the URLs of the
 *   browser's modules, whose build has come before.
 * - `virtual:messages/<language>/<namespace>`: a namespace; `default` stands for the default language. In the namespace
 *   `shell`, `nav` has the labels of links in the header, which are the message or group
 *   `nav` of other namespaces. Loading a namespace of the default language writes its types.
 */
export function messagesPlugin(root = process.cwd()): Plugin[] {
  const urls: Record<string, string> = {}
  let base = '/'
  const plugin: Plugin = {
    name: 'fairlead:messages',
    enforce: 'pre',
    config: () => ({
      // A formatter for compiled messages: 1 kB instead of 11.
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: FORMATTER }] },
      ssr: { noExternal: ['use-intl'] },
    }),
    ...virtualModules(/^\0?virtual:messages/, async function (id) {
      this.addWatchFile(routingTableFile(root))
      const { locales, defaultLocale } = await readRoutingTable(root)
      const sources = await messageSources(root)
      const [, requested, namespace = ''] = ONE.exec(id) ?? []
      if (requested !== undefined) {
        // A separate module: a chunk that is imported statically as well has no export \`default\` for documents.
        const locale = requested === 'default' ? defaultLocale : requested
        // The shell has the labels of all namespaces.
        const read = namespace === SHELL ? listNamespaces(sources, defaultLocale) : [namespace]
        const chain = fallbackChain(locale, defaultLocale)
        const files = read.flatMap((name) => chain.flatMap((language) => messageFiles(sources, language, name)))
        for (const file of new Set(files)) if (existsSync(file)) this.addWatchFile(file)
        // A build reads the messages here, and so does dev after each change.
        if (locale === defaultLocale) writeMessageTypes(sources, defaultLocale, namespace)
        const { messages: own } = readMessages(sources, { locale, defaultLocale, namespace })
        const nav = { ...readNavLabels(sources, locale, defaultLocale), ...(own.nav as MessageTree) }
        const messages = namespace === SHELL ? { ...own, nav } : own
        const compiled = compileMessages(messages, `${MESSAGES}/${locale}/${namespace}.json`)
        return { code: `export default ${JSON.stringify(compiled)}`, map: null, moduleType: 'js' }
      }
      const namespaces = listNamespaces(sources, defaultLocale).map((name) => {
        const files = locales.map(
          (language) => `${JSON.stringify(language)}: () => import('${ALL}/${language}/${name}')`,
        )
        return `${JSON.stringify(name)}: { ${files.join(', ')} }`
      })
      const known = this.environment.name === 'ssr' ? urls : {}
      const code = `export const files = {\n${namespaces.join(',\n')}\n}\nexport const urls = ${JSON.stringify(known)}`
      return { code, map: null, moduleType: 'js' }
    }),
    configResolved: (config) => void (base = config.base),
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      for (const file of Object.values(bundle)) {
        const [, locale, namespace] = (file.type === 'chunk' && ONE.exec(file.facadeModuleId?.slice(1) ?? '')) || []
        if (locale !== undefined) urls[`${locale}/${namespace}`] = base + file.fileName
      }
    },
    // In dev a new or deleted file may concern any of the modules.
    hotUpdate({ type, file, modules }) {
      if (type === 'update' || !file.startsWith(`${root}/${MESSAGES}/`)) return
      const all = [...this.environment.moduleGraph.idToModuleMap.values()]
      return [...new Set([...modules, ...all.filter(({ id }) => id?.startsWith(`\0${ALL}`))])]
    },
  }
  return [plugin, useIntlPlugin]
}
