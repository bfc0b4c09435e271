import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { listNamespaces, messageFiles, type MessageSources, OWN_LOCALE } from '#fairlead/host/vite/message-files.ts'

const objectOf = (node: object, typeOf: (child: unknown) => string): string =>
  `{ ${Object.entries(node)
    .map(([key, child]) => `${JSON.stringify(key)}: ${typeOf(child)}`)
    .join('; ')} }`

/** The type of a list's entries, which are no messages: their texts are only text. */
function contentType(node: unknown): string {
  if (Array.isArray(node)) return `(${[...new Set(node.map(contentType))].join(' | ') || 'never'})[]`
  return typeof node === 'object' && node !== null ? objectOf(node, contentType) : 'string'
}

/** The type of messages: each is its own text, in which `use-intl` finds the names and types of its arguments. */
function messageType(node: unknown): string {
  if (typeof node === 'string') return JSON.stringify(node)
  return Array.isArray(node) ? contentType(node) : objectOf(node as object, messageType)
}

/** Writes the types of a JSON file with messages beside it. */
export function writeTypes(file: string): void {
  const messages: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const types = `declare const messages: ${messageType(messages)}\nexport default messages\n`
  const path = file.replace(/\.json$/, '.d.json.ts')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== types) writeFileSync(path, types)
}

/**
 * Writes the types of a namespace beside its files, `shell.d.json.ts`, where TypeScript looks for those of a JSON file. Without
 * them the keys of messages are checked, and their arguments are not. A package has been given its own.
 */
export function writeMessageTypes(sources: MessageSources, defaultLocale: string, namespace: string): void {
  const own = messageFiles(sources, OWN_LOCALE, namespace).slice(0, -1)
  const ofApplication = messageFiles(sources, defaultLocale, namespace).slice(-1)
  for (const file of [...own, ...ofApplication]) {
    if (!file.includes('/node_modules/') && existsSync(file)) writeTypes(file)
  }
}

/** Writes the types of all namespaces. */
export function writeAllMessageTypes(sources: MessageSources, defaultLocale: string): void {
  for (const namespace of listNamespaces(sources, defaultLocale)) writeMessageTypes(sources, defaultLocale, namespace)
}
