import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { listNamespaces, messageFiles, type MessageSources, OWN_LOCALE } from '#fairlead/host/vite/message-files.ts'

const objectOf = (node: object, typeOf: (child: unknown) => string): string =>
  `{ ${Object.entries(node)
    .map(([key, child]) => `${JSON.stringify(key)}: ${typeOf(child)}`)
    .join('; ')} }`

/** Returns the type of a list's entries. They are plain text, not messages. */
function contentType(node: unknown): string {
  if (Array.isArray(node)) return `(${[...new Set(node.map(contentType))].join(' | ') || 'never'})[]`
  return typeof node === 'object' && node !== null ? objectOf(node, contentType) : 'string'
}

/**
 * Returns the type of messages: each message is a literal type, in which `use-intl` finds its arguments' names and
 * types.
 */
function messageType(node: unknown): string {
  if (typeof node === 'string') return JSON.stringify(node)
  return Array.isArray(node) ? contentType(node) : objectOf(node as object, messageType)
}

/** Writes the types of a JSON file with messages next to it. */
export function writeTypes(file: string): void {
  const messages: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const types = `declare const messages: ${messageType(messages)}\nexport default messages\n`
  const path = file.replace(/\.json$/, '.d.json.ts')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== types) writeFileSync(path, types)
}

/**
 * Writes the types of a namespace next to its files, as `shell.d.json.ts`, where TypeScript looks for the types of a
 * JSON file. Without them TypeScript checks the keys of messages, but not their arguments. A package ships its types.
 */
export function writeMessageTypes(sources: MessageSources, defaultLocale: string, namespace: string): void {
  const own = messageFiles(sources, OWN_LOCALE, namespace).slice(0, -1)
  const ofApplication = messageFiles(sources, defaultLocale, namespace).slice(-1)
  for (const file of [...own, ...ofApplication]) {
    if (!file.includes('/node_modules/') && existsSync(file)) writeTypes(file)
  }
}

export function writeAllMessageTypes(sources: MessageSources, defaultLocale: string): void {
  for (const namespace of listNamespaces(sources, defaultLocale)) writeMessageTypes(sources, defaultLocale, namespace)
}
