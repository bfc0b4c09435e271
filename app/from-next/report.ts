import { posix } from 'node:path'
import { urlSegments } from '#app/from-next/addresses.ts'
import { type PortPlan, collisionOf, listsOf, runsHere } from '#app/from-next/carried-modules.ts'
import { isMiddleware } from '#app/from-next/guards.ts'
import {
  CONFIG,
  DIRECTIVES,
  EXPORTS,
  FILES,
  type Mapping,
  NAMES,
  OTHER,
  type Verdict,
} from '#app/from-next/mappings.ts'
import { isAnyImage } from '#app/from-next/port-elements.ts'
import type { ExportFact } from '#app/from-next/module-parts.ts'
import { type Ported } from '#app/from-next/port-module.ts'
import { type CallFact, allowsKnownParams, readsSearch } from '#app/from-next/read-module.ts'
import { type ApplicationModule, type NextApplication, isForNext } from '#app/from-next/read-application.ts'
import { otherMetadata } from '#app/from-next/route-options.ts'
import { imageHosts } from '#app/from-next/routing-table.ts'
import { picturesOf } from '#app/from-next/whole-application.ts'

type Finding = Mapping & {
  readonly kind: 'file' | 'import' | 'directive' | 'export' | 'call' | 'element' | 'config' | 'address' | 'value'
  readonly name: string
  readonly path: string
  readonly line: number
}

const noted = (mapping: Mapping, more: string): Mapping => ({ ...mapping, note: `${mapping.note}: ${more}` })

/** Returns the mapping of a file: by hand with the cause if a stub stands in place of some of it. */
function fileMapping(module: ApplicationModule, plan: PortPlan): Mapping | undefined {
  const mapping = wholeFileMapping(module, plan)
  const stub = plan.partial.get(module.path)
  if (mapping?.verdict !== 'done' || stub === undefined) return mapping
  return { ...mapping, verdict: 'by hand', minutes: 10, note: `${mapping.note}, but with a stub: ${stub}` }
}

function wholeFileMapping(module: ApplicationModule, plan: PortPlan): Mapping | undefined {
  const { convention } = module
  if (!convention) return undefined
  const { name, segments, slot, slotIn, interceptsIn } = convention
  const isHere = runsHere(module, plan)
  const either = (
    key: 'page' | 'layout' | 'rootLayout' | 'boundary' | 'route' | 'slot' | 'intercepting',
    isDone = isHere,
  ) => OTHER[isDone ? key : (`${key}ByHand` as const)]
  if (interceptsIn) {
    const target = urlSegments(segments).join('/')
    return either('intercepting', name === 'page' && plan.routes.some((route) => route.join('/') === target))
  }
  if (slot !== undefined) {
    const hasLayout = slotIn !== undefined && plan.layouts.has(slotIn.join('/'))
    return either('slot', hasLayout && isHere && /^(page|default)$/.test(name))
  }
  const isRoot = segments.length === 0
  if (name === 'page') return either('page')
  if (name === 'layout') return either(isRoot ? 'rootLayout' : 'layout')
  if (name === 'route' || name === 'api') return either('route', name === 'route')
  if (/^(loading|error|not-found)$/.test(name))
    return isRoot && !plan.layouts.has('') ? OTHER.rootBoundary : either('boundary')
  if (listsOf(plan, [module]).length > 0) return OTHER[name === 'sitemap' ? 'sitemap' : 'robots']
  return FILES.get(name)
}

/** True for what is known by the name of what it is a member of: `cookies().get`. */
function isMemberOfKnown(name: string): boolean {
  const shorter = name.replace(/(\(\)|\.\w+)$/, '')
  return shorter !== name && (NAMES.has(shorter) || isMemberOfKnown(shorter))
}

const isOfNext = (name: string) => /^(next|next-intl)([/#]|$)/.test(name)

function exportMapping({ name, value, computed }: ExportFact, module: ApplicationModule, plan: PortPlan) {
  const { path, facts, convention } = module
  const mapping = convention || isMiddleware(path) ? EXPORTS.get(name) : undefined
  if (!mapping) return undefined
  const isHere = runsHere(module, plan)
  const as = (verdict: Verdict, minutes: number): Mapping => ({ ...mapping, verdict, minutes })
  if (/^(generateM|m)etadata$/.test(name) && isHere && plan.modules.get(path)?.loadsMetadata) {
    const lost = name === 'metadata' ? '' : plan.lostAbove.get(path)?.join(', ')
    return lost ? noted(OTHER.lostMetadata, lost) : OTHER.loadedMetadata
  }
  if (/^(dynamicParams|generateStaticParams)$/.test(name) && isHere && allowsKnownParams(facts))
    return OTHER.knownParams
  if (name === 'metadata') {
    if (convention?.name === 'layout' && convention.segments.length === 0 && !plan.layouts.has(''))
      return OTHER.rootMetadata
    const isWhole = value !== undefined && computed.length === 0 && otherMetadata(value.value).length === 0
    return isWhole ? mapping : as('by hand', 5)
  }
  const isAge = name === 'revalidate' && convention?.name === 'page' && Number(value?.value) > 0
  const isUsual =
    /^(auto|force-dynamic|default-cache)$/.test(String(value?.value)) ||
    (name === 'dynamicParams' && value?.value === true)
  return isAge || isUsual ? as('done', 0) : mapping
}

/** Returns the mapping of a call of Next.js; `undefined` for others, and for members of what is known. */
function callMapping({ name, node }: CallFact, { path, facts }: ApplicationModule, ported: Ported | undefined) {
  const [from = ''] = name.split('#', 1)
  if (ported?.cached.has(node.start)) return OTHER.cached
  const known = NAMES.get(name)
  if (!known && (isMemberOfKnown(name) || !isOfNext(name) || NAMES.has(from))) return undefined
  if (ported?.handled.has(node))
    return ported.functions !== undefined && from !== 'next-intl/server' ? OTHER.handled : OTHER.handledByHook
  if (!known) return OTHER.other
  if (isMiddleware(path) && /NextResponse\.(redirect|rewrite)$/.test(name)) return OTHER.guard
  if (facts.imports.some(({ source, names }) => source === from && names.some(({ imported }) => imported === '*')))
    return { ...known, verdict: 'by hand', note: 'of a namespace: import its name' } as const
  return known
}

type Add = (kind: Finding['kind'], name: string, path: string, line: number, mapping: Mapping | undefined) => void

function findInModule(module: ApplicationModule, plan: PortPlan, addAt: Add): void {
  const { path, facts, convention } = module
  const ported = plan.modules.get(path)
  const add = (kind: Finding['kind'], name: string, line: number, mapping: Mapping | undefined) =>
    addAt(kind, name, path, line, mapping)
  const plain = isMiddleware(path) ? OTHER.middleware : fileMapping(module, plan)
  add('file', convention?.name ?? 'middleware', 1, plain && ported?.reason ? noted(plain, ported.reason.note) : plain)
  if (/^(src\/)?instrumentation(-client)?\.[jt]s$/.test(path)) add('file', 'instrumentation', 1, OTHER.instrumentation)

  const used = new Set([...facts.calls, ...facts.elements].map(({ name }) => name.split(/[.(]/, 1)[0]))
  for (const { source: from, names, line, isType, kind } of facts.imports) {
    if (!isOfNext(from) || isType || from === 'next') continue
    const whole = NAMES.get(from)
    const missing = from === 'next/font/google' ? (ported?.missingFonts ?? []) : []
    add('import', from, line, missing.length > 0 ? noted(OTHER.font, missing.join(', ')) : whole)
    for (const { imported, local } of whole ? [] : names) {
      const name = `${from}#${imported}`
      // Types need no counterpart: who moves the module to its place writes them.
      if (kind === 'import' && !facts.values.has(local) && /^[A-Z]/.test(imported) && !NAMES.has(name)) continue
      // Members of a namespace are calls.
      if (!used.has(name) && imported !== '*') add('import', name, line, NAMES.get(name) ?? OTHER.other)
    }
  }
  for (const { text, line, start } of facts.directives) {
    const [, kind = ''] = /^use (\w+)/.exec(text) ?? []
    add('directive', `'${text}'`, line, ported?.cached.has(start) ? OTHER.cached : DIRECTIVES.get(kind))
  }
  for (const fact of facts.exports.values()) {
    const { metadataBase } = ((fact.name === 'metadata' && fact.value?.value) || {}) as { metadataBase?: unknown }
    if (typeof metadataBase === 'string')
      add('value', 'metadataBase', fact.line, noted(OTHER.metadataBase, metadataBase))
    add('export', fact.name, fact.line, exportMapping(fact, module, plan))
  }
  for (const call of facts.calls) add('call', call.name, call.line, callMapping(call, module, ported))
  for (const element of facts.elements.filter(({ name }) => isOfNext(name))) {
    const isPicture = element.name === 'next/image#default' && !isAnyImage(element, facts)
    add('element', element.name, element.line, isPicture ? OTHER.image : (NAMES.get(element.name) ?? OTHER.other))
  }
  for (const { name, line } of facts.variables) add('value', name, line, OTHER.environment)
  if (convention?.name === 'page' && readsSearch(module)) add('value', 'searchParams', 1, OTHER.searchParams)
}

function configMapping(name: string, value: unknown, isComputed: boolean): Mapping {
  const { loader, loaderFile } = ((name === 'images' && value) || {}) as { loader?: unknown; loaderFile?: unknown }
  if (loader !== undefined || loaderFile !== undefined) return OTHER.imageLoader
  if (name === 'output' && value === 'standalone') return OTHER.standalone
  if (isComputed && /^(redirects|rewrites|i18n|trailingSlash|images|basePath)$/.test(name)) return OTHER.computed
  return CONFIG.get(name) ?? OTHER.other
}

/** Files of tools, whose packages the application does not need. */
export const TOOL = /(^|\/)[\w.-]*(config|setup)\.[cm]?[jt]s$/

export function findAll(application: NextApplication, plan: PortPlan, taken: ReadonlyMap<string, string>): Finding[] {
  const { modules, conventions, config, resolve, unread } = application
  const found: Finding[] = []
  const add: Add = (kind, name, path, line, mapping) => {
    if (mapping) found.push({ kind, name, path, line, ...mapping })
  }
  for (const module of modules.values()) findInModule(module, plan, add)
  for (const [path, { name }] of conventions)
    add('file', name, path, 1, name === 'page' ? OTHER.otherPage : FILES.get(name))
  for (const { path, convention, facts } of modules.values()) {
    const owner = convention && collisionOf(convention, taken)
    const note = `${OTHER.collision.note} (${owner})`
    if (convention && owner !== undefined)
      add('address', `/${urlSegments(convention.segments).join('/')}`, path, 1, { ...OTHER.collision, note })
    for (const { source, line } of facts.imports) {
      const target = source.endsWith('.css') ? resolve(path, source) : undefined
      if (target?.type === 'file' && !target.path.endsWith('.module.css'))
        add('import', source, path, line, plan.faultOf(target.path) === undefined ? OTHER.styles : OTHER.tooledStyles)
    }
  }
  for (const path of picturesOf(application).places.keys()) add('file', posix.basename(path), path, 1, OTHER.picture)
  for (const [path, { path: at, line, note }] of plan.guards)
    add('file', 'guard', path, 1, { ...OTHER.guarded, note: `${OTHER.guarded.note} (${at}:${line}: ${note})` })
  for (const path of unread) add('file', 'unread', path, 1, OTHER.unread)
  for (const name of new Set([...plan.modules].flatMap(([path, { packages }]) => (TOOL.test(path) ? [] : packages))))
    add('import', name, 'package.json', 1, isForNext(name) ? OTHER.nextPackage : OTHER.package)
  for (const [name, { line, value }] of config?.entries ?? [])
    add('config', name, config?.path ?? '', line, configMapping(name, value?.value, value === undefined))
  for (const name of imageHosts(application))
    add('value', name, config?.path ?? '', config?.entries.get('images')?.line ?? 1, OTHER.imageHost)
  return found.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  )
}

type Format = 'terminal' | 'markdown' | 'json'

const VERDICTS: readonly Verdict[] = ['done', 'by hand', 'no answer']

/** Counts places and files, and estimates what is left. */
export function summarize(findings: readonly Finding[]) {
  const count = () => ({ done: 0, 'by hand': 0, 'no answer': 0 })
  const [places, files] = [count(), count()]
  const worst = new Map<string, Verdict>()
  const minutes = new Map<string, number>()
  for (const { verdict, path, name, minutes: each } of findings) {
    places[verdict] += 1
    const before = worst.get(path) ?? 'done'
    worst.set(path, VERDICTS.indexOf(verdict) > VERDICTS.indexOf(before) ? verdict : before)
    minutes.set(`${path}\0${name}`, each)
  }
  for (const verdict of worst.values()) files[verdict] += 1
  return { places, files, minutes: [...minutes.values()].reduce((sum, each) => sum + each, 0) }
}

function inHours(minutes: number): string {
  return minutes < 90 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`
}

/** Counts the pages that a visitor sees: whole, with a stub in them, behind a guard to be written, or not. */
type PageCounts = Readonly<Record<'shown' | 'partly' | 'guarded' | 'stubs', number>>

export function countPages({ modules }: NextApplication, plan: PortPlan): PageCounts {
  const count = { shown: 0, partly: 0, guarded: 0, stubs: 0 }
  for (const page of modules.values()) {
    const { path, convention } = page
    if (convention?.name !== 'page' || convention.slot !== undefined || convention.interceptsIn) continue
    const known = plan.guards.has(path) ? 'guarded' : plan.partial.has(path) ? 'partly' : 'shown'
    count[runsHere(page, plan) ? known : 'stubs'] += 1
  }
  return count
}

/** Equal rows as one, with the number of further places. Packages come first: other rows wait for them. */
function grouped(findings: readonly Finding[]): (Finding & { readonly more: number })[] {
  const keyOf = ({ kind, name, note, section }: Finding) => [kind, name, note, section].join('\0')
  const isCause = ({ path, kind }: Finding) => path === 'package.json' || kind === 'config'
  return [...Map.groupBy(findings, keyOf).values()]
    .flatMap(([first, ...more]) => (first ? [{ ...first, more: more.length }] : []))
    .toSorted((one, other) => Number(isCause(other)) - Number(isCause(one)))
}

function summaryLines(findings: readonly Finding[], pages?: PageCounts): string[] {
  const { places, files, minutes } = summarize(findings)
  const row = (counts: Readonly<Record<Verdict, number>>) =>
    VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ')
  return [
    `places: ${row(places)}`,
    `files: ${row(files)}`,
    `left: about ${inHours(minutes)}, by a rule of thumb for each kind of place`,
    ...(pages
      ? [
          `pages: ${pages.shown} of ${pages.shown + pages.partly + pages.guarded + pages.stubs} show, ${pages.partly} with a stub in them, ${pages.guarded} behind a guard to be written, ${pages.stubs} stubs`,
        ]
      : []),
  ]
}

/** Control characters in a name or a path would act on the terminal. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, '?')

/** Formats the findings for a terminal, as Markdown or as JSON. */
export function formatReport(findings: readonly Finding[], format: Format, pages?: PageCounts): string {
  if (format === 'json')
    return `${JSON.stringify({ ...summarize(findings), ...(pages && { pages }), findings }, null, 2)}\n`
  const isMarkdown = format === 'markdown'
  const cell = (text: string) => printable(text).replaceAll('|', String.raw`\|`)
  const groups = VERDICTS.toReversed().flatMap((verdict) => {
    const list = findings.filter((finding) => finding.verdict === verdict)
    if (list.length === 0) return []
    const rows = grouped(list).flatMap(({ path, line, name, note, section, more }) => {
      const others = more === 0 ? '' : ` and ${more} more ${more === 1 ? 'place' : 'places'}`
      const url = `/handbook/${section}`
      return isMarkdown
        ? [`| \`${cell(path)}:${line}\`${others} | \`${cell(name)}\` | ${cell(note)} | ${url} |`]
        : [`  ${printable(path)}:${line}${others}  ${printable(name)}`, `    ${note} · ${url}`]
    })
    return isMarkdown
      ? ['', `## ${verdict}`, '', '| place | what | how | handbook |', '| --- | --- | --- | --- |', ...rows]
      : [`${verdict} (${list.length})`, ...rows, '']
  })
  const summary = summaryLines(findings, pages)
  const lines = isMarkdown
    ? ['# From Next.js', '', ...summary.map((line) => `- ${line}`), ...groups]
    : [...groups, ...summary]
  return `${lines.join('\n')}\n`
}
