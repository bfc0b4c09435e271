import { type Convention, addressOf } from './addresses.ts'
import { variablesOf } from './environment.ts'
import { type Guard, isMiddleware } from './guards.ts'
import type { ExportFact } from './imports-and-exports.ts'
import { CONFIG, EXPORTS, FILES, type Mapping, NAMES, OTHER, UNNEEDED_KEYS, UNNEEDED_NAMES } from './mappings.ts'
import {
  type ApplicationModule,
  type NextApplication,
  TOOL,
  hasAddress,
  isForNext,
  packagesOf,
} from './read-application.ts'
import { allowsKnownParams } from './read-module.ts'
import type { Left } from './routing-table.ts'

export type Finding = Mapping & {
  /** `use` is a name of Next.js, or a directive. */
  readonly kind: 'file' | 'import' | 'use' | 'export' | 'config'
  readonly name: string
  readonly path: string
  readonly line: number
}

/** Findings about an application, apart from its modules. */
export type Known = {
  /** Guards that may refuse a visitor, by the module of the page. */
  readonly guards: ReadonlyMap<string, readonly Guard[]>
  /** Rules and messages that `--write` leaves out. */
  readonly left: readonly Left[]
  /** Packages of the application to which pages move. */
  readonly installed: ReadonlySet<string>
  /** Returns the owner of an address in the new application, if there is one. */
  readonly ownerOf: (address: string) => string | undefined
  /** The segment above the new routes if a URL may contain the language: `/{-$locale}`; else empty. */
  readonly localeSegment: '' | '/{-$locale}'
  /** Entries of the routing table that wait for their pages, by route. */
  readonly publicPaths: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Origins of images that `next.config` allows. */
  readonly imageHosts: readonly string[]
}

/** Returns the owner of the address of a page or a server route in the application to which it moves. */
export const collisionOf = (convention: Convention, ownerOf: Known['ownerOf']): string | undefined =>
  hasAddress(convention) ? ownerOf(addressOf(convention)) : undefined

const noted = (mapping: Mapping, more: string): Mapping => ({ ...mapping, note: `${mapping.note}: ${more}` })

function fileMapping({ convention, path }: ApplicationModule): Mapping | undefined {
  if (!convention) return undefined
  const { name, segments, slot, interceptsIn } = convention
  if (interceptsIn) return OTHER.intercepting
  if (slot !== undefined && name === 'page') return OTHER.slot
  if (name === 'layout' && segments.length === 0) return OTHER.rootLayout
  return name === 'page' && path.endsWith('.mdx') ? OTHER.mdx : FILES.get(name)
}

function exportMapping({ name, value }: ExportFact, { path, facts, convention }: ApplicationModule) {
  const mapping = convention || isMiddleware(path) ? EXPORTS.get(name) : undefined
  // Any other params result in a not-found.
  if (name === 'generateStaticParams' && allowsKnownParams(facts)) return EXPORTS.get('dynamicParams')
  const isUsual = /^(auto|force-dynamic|default-cache)$/.test(String(value?.value))
  return isUsual || (name === 'dynamicParams' && value?.value === true) ? undefined : mapping
}

type Add = (kind: Finding['kind'], name: string, path: string, line: number, mapping: Mapping | undefined) => void

function findInModule(module: ApplicationModule, addAt: Add): void {
  const { path, facts, convention } = module
  const add = (kind: Finding['kind'], name: string, line: number, mapping: Mapping | undefined) =>
    addAt(kind, name, path, line, mapping)
  add('file', convention?.name ?? 'middleware', 1, isMiddleware(path) ? OTHER.middleware : fileMapping(module))
  if (/^(src\/)?instrumentation(-client)?\.[jt]s$/.test(path)) add('file', 'instrumentation', 1, OTHER.instrumentation)
  const uses = [...facts.calls, ...facts.elements]
  for (const { source: from, names, line, isType, kind } of facts.imports) {
    // The sheets have the answers of a middleware.
    if (
      !/^next(-intl)?(\/|$)/.test(from) ||
      isType ||
      from === 'next' ||
      (isMiddleware(path) && from === 'next/server')
    )
      continue
    const whole = NAMES.get(from)
    add('import', from, line, whole)
    for (const { imported, local } of whole ? [] : names) {
      const name = `${from}#${imported}`
      // Types need no counterpart: they are rewritten when the module moves.
      const isNeeded = kind !== 'import' || facts.values.has(local)
      const used = uses.find((each) => each.name.replace(/(\(\)|\.).*/, '') === name)?.line ?? line
      if (isNeeded && !UNNEEDED_NAMES.test(name)) add('use', name, used, NAMES.get(name) ?? OTHER.other)
    }
  }
  for (const { name, line } of facts.calls)
    if (name.startsWith('global#')) add('use', name.slice(7), line, NAMES.get(name))
  for (const { text, line } of facts.directives)
    add('use', `'${text}'`, line, NAMES.get(text.replace(/:.*/, '').replace(' ', '#')))
  for (const fact of facts.exports.values()) add('export', fact.name, fact.line, exportMapping(fact, module))
}

function configMapping(name: string, value: unknown): Mapping {
  const { loader, loaderFile } = ((name === 'images' && value) || {}) as { loader?: unknown; loaderFile?: unknown }
  if (loader !== undefined || loaderFile !== undefined) return OTHER.imageLoader
  const mapping = CONFIG.get(name) ?? OTHER.other
  return typeof value === 'string' ? noted(mapping, value) : mapping
}

/** Finds the places of an application that somebody has to check, in the order of its files. */
export function findAll(application: NextApplication, { left, imageHosts }: Known): Finding[] {
  const { modules, conventions, config, resolve, unread } = application
  const found: Finding[] = []
  const add: Add = (kind, name, path, line, mapping) => {
    if (mapping) found.push({ kind, name, path, line, ...mapping })
  }
  for (const module of modules.values()) findInModule(module, add)
  for (const [path, { name }] of conventions)
    add('file', name, path, 1, name === 'page' ? OTHER.otherPage : FILES.get(name))
  for (const { path, facts } of modules.values())
    for (const { source, line } of facts.imports) {
      const target = source.endsWith('.css') ? resolve(path, source) : undefined
      if (target?.type === 'file' && !target.path.endsWith('.module.css'))
        add('import', source, path, line, OTHER.styles)
    }
  for (const path of unread) add('file', 'unread', path, 1, OTHER.unread)
  for (const [name, { line, value }] of config?.entries ?? [])
    if (!UNNEEDED_KEYS.has(name) && value?.value !== '')
      add('config', name, config?.path ?? '', line, configMapping(name, value?.value))
  for (const { name, path, line, note } of left)
    add('config', name, path, line, noted(path.endsWith('.json') ? OTHER.messages : OTHER.left, note))
  for (const name of imageHosts)
    add('config', name, config?.path ?? '', config?.entries.get('images')?.line ?? 1, OTHER.imageHost)
  return found.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  )
}

/** Counts the parts that have to be moved. */
export function countAll(application: NextApplication, guards: Known['guards']) {
  const all = [...application.modules.values()].filter(({ path }) => !TOOL.test(path))
  const addressed = all.filter(({ convention }) => convention && hasAddress(convention))
  const unread = [...application.conventions.values()].filter(({ name }) => name === 'page')
  const deciding = [...guards].map(([path, list]) => ({ path, list: list.filter(({ isGuard }) => isGuard) }))
  const places = deciding.flatMap(({ list }) => list.map(({ path, line }) => `${path}:${line}`))
  const packages = [...packagesOf(application, application.modules.keys()).keys()]
  return {
    pages: addressed.filter(({ convention }) => convention?.name === 'page').length + unread.length,
    'server routes': addressed.filter(({ convention }) => convention?.name !== 'page').length,
    guards: new Set(places).size,
    'behind a guard': addressed.filter(({ path }) =>
      deciding.some((each) => each.path === path && each.list.length > 0),
    ).length,
    'server actions': all.reduce((sum, { facts }) => sum + facts.actions.length, 0),
    'environment variables': variablesOf(application).length,
    packages: packages.length,
    'packages without a place': packages.filter(isForNext).length,
  }
}

type Counts = Readonly<Record<string, number>>

export const countLine = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

/** Returns the path of a section of the handbook, which is a part of the library: `handbook/caching.md#ages`. */
export const handbookPath = (section: string): string => `handbook/${section.replace(/#|$/, '.md$&')}`

/** Groups equal rows into one, with the number of further places. */
export function grouped(findings: readonly Finding[]): (Finding & { readonly more: number })[] {
  const keyOf = ({ kind, name, note, section }: Finding) => [kind, name, note, section].join('\0')
  return [...Map.groupBy(findings, keyOf).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, more: more.length }] : [],
  )
}
