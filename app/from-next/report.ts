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

export type Finding = Mapping & {
  readonly kind: 'file' | 'import' | 'directive' | 'export' | 'call' | 'element' | 'config' | 'address' | 'value'
  readonly name: string
  readonly path: string
  readonly line: number
}

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
  if (interceptsIn) {
    const target = urlSegments(segments).join('/')
    const isKnown = name === 'page' && plan.routes.some((route) => route.join('/') === target)
    return isKnown ? OTHER.intercepting : OTHER.interceptingByHand
  }
  if (slot !== undefined) {
    const hasLayout = slotIn !== undefined && plan.layouts.has(slotIn.join('/'))
    return hasLayout && isHere && /^(page|default)$/.test(name) ? OTHER.slot : OTHER.slotByHand
  }
  if (name === 'page') return isHere ? OTHER.page : OTHER.pageByHand
  const isRoot = segments.length === 0
  if (name === 'layout' && isRoot) return isHere ? OTHER.rootLayout : OTHER.rootLayoutByHand
  if (name === 'layout') return isHere ? OTHER.layout : OTHER.layoutByHand
  if (/^(loading|error|not-found)$/.test(name)) {
    return isRoot && !plan.layouts.has('') ? OTHER.rootBoundary : isHere ? OTHER.boundary : OTHER.boundaryByHand
  }
  if (name === 'route') return isHere ? OTHER.route : OTHER.routeByHand
  if (name === 'api') return OTHER.routeByHand
  if (listsOf(plan, [module]).length > 0) return OTHER[name === 'sitemap' ? 'sitemap' : 'robots']
  return FILES.get(name)
}

/** True for what is known by the name of what it is a member of: `cookies().get`. */
function isMemberOfKnown(name: string): boolean {
  const shorter = name.replace(/(\(\)|\.\w+)$/, '')
  return shorter !== name && (NAMES.has(shorter) || isMemberOfKnown(shorter))
}

const isOfNext = (name: string) => /^(next|next-intl)([/#]|$)/.test(name)

/** Returns the mapping of an export that Next.js reads. */
function exportMapping({ name, value, computed }: ExportFact, module: ApplicationModule, plan: PortPlan) {
  const { path, facts, convention } = module
  const mapping = convention || isMiddleware(path) ? EXPORTS.get(name) : undefined
  if (!mapping) return undefined
  const isHere = runsHere(module, plan)
  const as = (verdict: Verdict, minutes: number): Mapping => ({ ...mapping, verdict, minutes })
  const lost = plan.lostAbove.get(path)?.join(', ')
  const isLoaded = isHere && plan.modules.get(path)?.loadsMetadata
  if (name === 'metadata' && isLoaded) return OTHER.loadedMetadata
  if (name === 'generateMetadata' && isLoaded) return lost ? noted(OTHER.lostMetadata, lost) : OTHER.loadedMetadata
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

/** Returns a mapping with more in its note. */
const noted = (mapping: Mapping, more: string): Mapping => ({ ...mapping, note: `${mapping.note}: ${more}` })

/** Returns the mapping of a call of Next.js; `undefined` for others, and for members of what is known. */
function callMapping(call: CallFact, module: ApplicationModule, ported: Ported | undefined): Mapping | undefined {
  const { path, facts } = module
  const { name, node } = call
  const [from = ''] = name.split('#', 1)
  if (ported?.cached.has(node.start)) return OTHER.cached
  const known = NAMES.get(name)
  if (!known && (isMemberOfKnown(name) || !isOfNext(name) || NAMES.has(from))) return undefined
  if (ported?.handled.has(node))
    return ported.functions !== undefined && from !== 'next-intl/server' ? OTHER.handled : OTHER.handledByHook
  if (!known) return OTHER.other
  if (isMiddleware(path) && /NextResponse\.(redirect|rewrite)$/.test(name)) return OTHER.guard
  if (facts.imports.some(({ source, names }) => source === from && names.some(({ imported }) => imported === '*')))
    return { ...known, verdict: 'by hand', note: 'of a namespace: import its name' }
  return known
}

function findInModule(module: ApplicationModule, plan: PortPlan): Finding[] {
  const { path, facts, convention } = module
  const ported = plan.modules.get(path)
  const found: Finding[] = []
  const add = (kind: Finding['kind'], name: string, line: number, mapping: Mapping | undefined) => {
    if (mapping) found.push({ kind, name, path, line, ...mapping })
  }
  const plain = isMiddleware(path) ? OTHER.middleware : fileMapping(module, plan)
  const file = plain && ported?.reason ? noted(plain, ported.reason.note) : plain
  add('file', convention?.name ?? 'middleware', 1, file)
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
  return found
}

function findInConfig(application: NextApplication): Finding[] {
  const { config } = application
  if (!config) return []
  const { path } = config
  const found = [...config.entries].map(([name, { line, value }]): Finding => {
    const mapping = CONFIG.get(name) ?? OTHER.other
    const images = (name === 'images' ? value?.value : undefined) as
      | { loader?: unknown; loaderFile?: unknown }
      | undefined
    if (images?.loader !== undefined || images?.loaderFile !== undefined)
      return { kind: 'config', name, path, line, ...OTHER.imageLoader }
    if (name === 'output' && value?.value === 'standalone')
      return { kind: 'config', name, path, line, ...OTHER.standalone }
    const isComputed = value === undefined && /^(redirects|rewrites|i18n|trailingSlash|images|basePath)$/.test(name)
    return { kind: 'config', name, path, line, ...(isComputed ? OTHER.computed : mapping) }
  })
  const line = config.entries.get('images')?.line ?? 1
  return [
    ...found,
    ...imageHosts(application).map((name): Finding => ({ kind: 'value', name, path, line, ...OTHER.imageHost })),
  ]
}

/** Files of tools, whose packages the application does not need. */
export const TOOL = /(^|\/)[\w.-]*(config|setup)\.[cm]?[jt]s$/

/** Finds all that has to change, in the order of the files. */
export function findAll(application: NextApplication, plan: PortPlan, taken: ReadonlyMap<string, string>): Finding[] {
  const found = [...application.modules.values()].flatMap((module) => findInModule(module, plan))
  for (const [path, { name }] of application.conventions) {
    const mapping = name === 'page' ? OTHER.otherPage : FILES.get(name)
    if (mapping) found.push({ kind: 'file', name, path, line: 1, ...mapping })
  }
  for (const { path, convention } of application.modules.values()) {
    const owner = convention && collisionOf(convention, taken)
    if (!convention || owner === undefined) continue
    const name = `/${urlSegments(convention.segments).join('/')}`
    found.push({ kind: 'address', name, path, line: 1, ...OTHER.collision, note: `${OTHER.collision.note} (${owner})` })
  }
  for (const path of picturesOf(application).places.keys())
    found.push({ kind: 'file', name: path.replace(/^.*\//, ''), path, line: 1, ...OTHER.picture })
  for (const [path, { path: at, line, note }] of plan.guards)
    found.push({
      kind: 'file',
      name: 'guard',
      path,
      line: 1,
      ...OTHER.guarded,
      note: `${OTHER.guarded.note} (${at}:${line}: ${note})`,
    })
  const { resolve } = application
  for (const { path, facts } of application.modules.values())
    for (const { source, line } of facts.imports) {
      const target = source.endsWith('.css') ? resolve(path, source) : undefined
      if (target?.type !== 'file' || target.path.endsWith('.module.css')) continue
      const mapping = plan.faultOf(target.path) === undefined ? OTHER.styles : OTHER.tooledStyles
      found.push({ kind: 'import', name: source, path, line, ...mapping })
    }
  for (const path of application.unread) found.push({ kind: 'file', name: 'unread', path, line: 1, ...OTHER.unread })
  const needed = new Set([...plan.modules].flatMap(([path, { packages }]) => (TOOL.test(path) ? [] : packages)))
  for (const name of needed) {
    const mapping = isForNext(name) ? OTHER.nextPackage : OTHER.package
    found.push({ kind: 'import', name, path: 'package.json', line: 1, ...mapping })
  }
  return [...found, ...findInConfig(application)].toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  )
}

export type Format = 'terminal' | 'markdown' | 'json'

const VERDICTS: readonly Verdict[] = ['done', 'by hand', 'no answer']

export type Summary = {
  /** Places by verdict. */
  readonly places: Readonly<Record<Verdict, number>>
  /** Files by the worst verdict of their places. */
  readonly files: Readonly<Record<Verdict, number>>
  /** An estimate of what is left. The same thing several times in one file counts once. */
  readonly minutes: number
}

/** Counts places and files, and estimates what is left. */
export function summarize(findings: readonly Finding[]): Summary {
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

/** How many of the application's pages a visitor sees. */
export type PageCounts = {
  readonly shown: number
  /** Shown with a stub in place of some of it. */
  readonly partly: number
  readonly guarded: number
  readonly stubs: number
}

/** Counts the pages that show, whole and partly, pages behind a guard that is not written yet, and stubs. */
export function countPages({ modules }: NextApplication, plan: PortPlan): PageCounts {
  const pages = [...modules.values()].filter(
    ({ convention }) => convention?.name === 'page' && convention.slot === undefined && !convention.interceptsIn,
  )
  const stubs = pages.filter((page) => !runsHere(page, plan)).length
  const guarded = pages.filter((page) => runsHere(page, plan) && plan.guards.has(page.path)).length
  const partly = pages.filter(
    (page) => runsHere(page, plan) && !plan.guards.has(page.path) && plan.partial.has(page.path),
  ).length
  return { shown: pages.length - stubs - guarded - partly, partly, guarded, stubs }
}

/** Equal rows as one, with the number of further places. Packages come first: other rows wait for them. */
function grouped(findings: readonly Finding[]): (Finding & { readonly more: number })[] {
  const groups = new Map<string, Finding & { more: number }>()
  for (const finding of findings) {
    const key = [finding.kind, finding.name, finding.note, finding.section].join('\0')
    const group = groups.get(key)
    if (group) group.more += 1
    else groups.set(key, { ...finding, more: 0 })
  }
  const isCause = ({ path, kind }: Finding) => path === 'package.json' || kind === 'config'
  return [...groups.values()].toSorted((one, other) => Number(isCause(other)) - Number(isCause(one)))
}

const moreText = (more: number) => (more === 0 ? '' : ` and ${more} more ${more === 1 ? 'place' : 'places'}`)

const sectionUrl = (section: string) => `/handbook/${section}`

/** Returns the lines that say how much is done and left. */
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
  const groups = VERDICTS.toReversed().map((verdict) => ({
    verdict,
    list: grouped(findings.filter((finding) => finding.verdict === verdict)),
    count: findings.filter((finding) => finding.verdict === verdict).length,
  }))
  const lines: string[] =
    format === 'markdown' ? ['# From Next.js', '', ...summaryLines(findings, pages).map((line) => `- ${line}`)] : []
  for (const { verdict, list, count } of groups) {
    if (list.length === 0) continue
    if (format === 'markdown') {
      const cell = (text: string) => printable(text).replaceAll('|', String.raw`\|`)
      lines.push('', `## ${verdict}`, '', '| place | what | how | handbook |', '| --- | --- | --- | --- |')
      for (const { path, line, name, note, section, more } of list) {
        lines.push(
          `| \`${cell(path)}:${line}\`${moreText(more)} | \`${cell(name)}\` | ${cell(note)} | ${sectionUrl(section)} |`,
        )
      }
    } else {
      lines.push(`${verdict} (${count})`)
      for (const { path, line, name, note, section, more } of list) {
        lines.push(
          `  ${printable(path)}:${line}${moreText(more)}  ${printable(name)}`,
          `    ${note} · ${sectionUrl(section)}`,
        )
      }
      lines.push('')
    }
  }
  if (format === 'terminal') lines.push(...summaryLines(findings, pages))
  return `${lines.join('\n')}\n`
}
