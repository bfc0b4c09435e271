import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserType } from 'playwright-core'
import { ACCEPTED_FILE, ALL_PAGES, judge, readAccepted, writeAccepted } from './compare-accepted.ts'
import { addressesOfLog, findAddresses, isAddress, isRoute } from './compare-addresses.ts'
import { chromiumPath } from './compare-browser.ts'
import { type Comparison, type Found, compareServers } from './compare.ts'
import { applicationPaths, loadPackage, readFairleadApplication } from './fairlead-application.ts'
import { guardsOf } from './guards.ts'
import { moveSheets } from './move-sheets.ts'
import { type NextApplication, readApplication } from './read-application.ts'
import { type Known, countAll, countLine, findAll } from './report.ts'
import {
  type Languages,
  type Left,
  imageHosts,
  localeSegment,
  publicPaths,
  readLanguages,
  readMessages,
  readRouting,
  routingFile,
} from './routing-table.ts'
import { LIMITS, SourceError } from './source.ts'
import { writeFiles } from './write-files.ts'

const USAGE = `npx fairlead-from-next PATH [--config] [--json] [--write FOLDER]
  PATH        the folder of a Next.js application; without --write, MOVE.md is printed
  --config    runs its next.config, in a process of its own; without it, that is read as text
  --json      counts and places as JSON
  --write     writes app/routing.ts, messages, MOVE.md and a task sheet for each page into the folder of a new application,
              over a file only if Git has it as it is; without it, the folder is this one, and nothing is written
npx fairlead-from-next compare --help`

const COMPARE_USAGE = `npx fairlead-from-next compare [ROUTE | ADDRESS]… [OPTIONS]
  asks the old and the new server, and prints what differs: 0 is nothing, 1 something, 2 a fault of usage
  ROUTE       /blog/[slug]: its addresses in the old server's sitemaps and in the log; without any, all addresses
  --old URL   http://localhost:3001 if omitted; --new URL is http://localhost:3000
  --log FILE  an access log in the common or combined format, or an address a line, in which addresses are found
  --addresses FILE  addresses and routes, one a line, as if they were arguments
  --cookie TEXT  name=value: asks for each address without it, and then with it
  --limit N   of the addresses that are found, the first; 500 if omitted
  --http      without Chromium, which opens pages without and with JavaScript
  --click     clicks ten links of each of twenty pages
  --screenshots FOLDER  writes pictures of twenty pages, narrow and wide, with an index.html that marks what differs
  --accept    writes what differs into ${ACCEPTED_FILE}, which takes it out
  --remote    servers may be other machines
  --json      the differences as JSON`

const COMPARE_OPTIONS = {
  old: { type: 'string', default: 'http://localhost:3001' },
  new: { type: 'string', default: 'http://localhost:3000' },
  log: { type: 'string' },
  addresses: { type: 'string' },
  cookie: { type: 'string' },
  limit: { type: 'string', default: String(LIMITS.urls) },
  http: { type: 'boolean' },
  click: { type: 'boolean' },
  screenshots: { type: 'string' },
  accept: { type: 'boolean' },
  remote: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

function readGiven(option: string, path: string | undefined): string {
  if (path === undefined) return ''
  if (!existsSync(path)) throw new SourceError(`${option}: ${path} is not there`)
  return readFileSync(path, 'utf8')
}

/**
 * Parses the origin of a server.
 *
 * @throws SourceError for an address of another machine, unless that is allowed
 */
export function readOrigin(text: string, isRemoteAllowed: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceError(`${JSON.stringify(text)} is not an http or https URL`)
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[\w-]+\.localhost)$/.test(url.hostname)
  if (isLoopback || isRemoteAllowed) return url
  throw new SourceError(`${url.hostname} is not this machine; add --remote to ask it`)
}

/** Returns Chromium. If there is none, it prints the reason and returns `undefined`, unless Chromium is needed. */
function chromiumOf(folder: string, isNeeded: boolean): BrowserType | undefined {
  try {
    const { chromium } = loadPackage(folder, 'playwright-core') as { chromium: BrowserType }
    chromiumPath(chromium)
    return chromium
  } catch (error) {
    if (isNeeded || !(error instanceof SourceError)) throw error
    process.stderr.write(`Compared by HTTP only: ${error.message.split(';', 1)[0]}\n`)
    return undefined
  }
}

const isDifferent = ({ differences }: Comparison): boolean => differences.some(({ isNote }) => !isNote)

/** Returns a text in a form for one line of a terminal. */
const shown = (text: string): string =>
  text === '' ? '(none)' : text.replaceAll(/\p{Cc}/gu, '?').replace(/^(.{200}).+$/su, '$1…')

function median(values: readonly number[]): string {
  const middle = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
  return middle.toLocaleString('en', { maximumFractionDigits: middle < 1 ? 3 : 0 })
}

function formatDifference({ what, old, new: next, when, isNote }: Found): string {
  const note = [when, isNote ? 'not counted' : ''].filter(Boolean).join(', ')
  return `  ${shown(what)}: ${shown(old)} → ${shown(next)}${note && ` (${note})`}`
}

/** Formats each difference as a line, once if all addresses have it, and figures as medians of all addresses. */
export function formatComparison(compared: readonly Comparison[]): string {
  const all = compared.map(({ address, differences }) => ({ address, lines: differences.map(formatDifference) }))
  const [first, ...others] = all
  const common = first?.lines.filter((line) => others.length > 0 && others.every(({ lines }) => lines.includes(line)))
  const isCommon = new Set(common)
  const groups = [{ address: `On all ${compared.length} addresses`, lines: common ?? [] }]
  for (const { address, lines } of all)
    groups.push({ address: shown(address), lines: lines.filter((line) => !isCommon.has(line)) })
  const lines = groups.flatMap((each) => (each.lines.length > 0 ? [each.address, ...each.lines] : []))
  const names = new Set(compared.flatMap(({ figures }) => Object.keys(figures.old)))
  const figures = [...names].map((name) => {
    const of = (side: 'old' | 'new') => median(compared.flatMap((each) => each.figures[side][name] ?? []))
    return `${name} ${of('old')} → ${of('new')}`
  })
  const differing = compared.filter(isDifferent).length
  const addresses = compared.length === 1 ? '1 address' : `${compared.length} addresses`
  const summary = `${addresses}, ${compared.length - differing} the same, ${differing} differ`
  return `${[...lines, ...(names.size > 0 ? [`Medians: ${figures.join(', ')}`] : []), summary].join('\n')}\n`
}

/** Compares the servers. Returns 1 if they have differences that are not accepted. */
async function compare(args: readonly string[], folder: string): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: COMPARE_OPTIONS })
  if (values.help) {
    process.stdout.write(`${COMPARE_USAGE}\n`)
    return 0
  }
  const { click = false, screenshots, cookie, remote = false } = values
  const [old, next] = [readOrigin(values.old, remote), readOrigin(values.new, remote)]
  const listed = readGiven('--addresses', values.addresses).split('\n')
  const named = [...positionals, ...listed.map((line) => line.trim()).filter(Boolean)]
  const wrong = named.find((text) => !isAddress(text))
  if (wrong !== undefined) throw new SourceError(`${JSON.stringify(wrong)} is no address; allowed: /path, /[param]`)
  if (!/^[1-9]\d{0,5}$/.test(values.limit))
    throw new SourceError(`--limit ${values.limit} is not a number from 1 to 999999`)
  if (cookie !== undefined && !/^[^=\s]+=[ -~]*$/.test(cookie))
    throw new SourceError('--cookie is none; allowed: name=value in ASCII')
  if (values.http && (click || screenshots !== undefined))
    throw new SourceError('--http has no Chromium, which --click and --screenshots need')
  const known = await applicationPaths(folder)
  const accepted = readAccepted(folder)
  const logged = addressesOfLog(readGiven('--log', values.log))
  const found = await findAddresses({ old, next, named, logged }, known)
  const addresses = found.slice(0, Number(values.limit))
  if (addresses.length < found.length)
    process.stderr.write(
      `${found.length} addresses are found, and the first ${addresses.length} compared: see --limit\n`,
    )
  const chromium = values.http ? undefined : chromiumOf(folder, click || screenshots !== undefined)
  const compared = await compareServers(old, next, addresses, { cookie, chromium, click, screenshots })
  const { left, unused } = judge(compared, accepted, known.prefixes, ({ what, when = '' }) => {
    const isAsked = what.startsWith('click ') ? click : !what.startsWith('picture ') || screenshots !== undefined
    return (
      isAsked &&
      (chromium !== undefined || !when.includes('JavaScript')) &&
      (cookie !== undefined || !when.includes('cookie'))
    )
  })
  const gone = unused.map(({ address, what }) => `${ACCEPTED_FILE}: ${address}, ${what} no longer occurs\n`)
  process.stdout.write(
    values.json ? `${JSON.stringify({ addresses: left, unused }, null, 2)}\n` : formatComparison(left) + gone.join(''),
  )
  if (!values.accept) return left.some(isDifferent) ? 1 : 0
  const routes = named.length === 0 ? [ALL_PAGES] : named.filter(isRoute)
  const kept = accepted.filter((entry) => !unused.includes(entry))
  const count = writeAccepted(folder, kept, left, routes, known.prefixes)
  process.stderr.write(`${count} entries are written into ${ACCEPTED_FILE}; say in each why it is meant\n`)
  return 0
}

/**
 * Returns the messages to write into a folder, with the declaration of their namespaces, and the messages that are left
 * out.
 */
function messageFiles(application: NextApplication, languages: Languages | undefined, folder: string) {
  const files = new Map<string, string>()
  const left: Left[] = []
  const namespaces = new Set<string>()
  for (const { path, locale, namespaces: all, others } of readMessages(application, languages?.locales ?? [])) {
    const leave = (name: string, note: string) => left.push({ name, path, line: 1, note })
    for (const name of others) leave(name, 'a namespace is an object whose name has letters, digits and _')
    for (const [name, texts] of Object.entries(all)) {
      const to = `app/locales/${locale}/${name}.json`
      const isOther =
        existsSync(join(folder, to)) &&
        JSON.stringify(JSON.parse(readFileSync(join(folder, to), 'utf8'))) !== JSON.stringify(texts)
      if (isOther) leave(name, `${to} is here already, and has other texts`)
      else files.set(to, `${JSON.stringify(texts, null, 2)}\n`)
      if (!isOther && locale === languages?.defaultLocale) namespaces.add(name)
    }
  }
  const imports = [...namespaces].map(
    (name) => `import type ${name} from '#app/locales/${languages?.defaultLocale}/${name}.json'\n`,
  )
  const members = [...namespaces].map((name) => `    ${name}: typeof ${name}\n`)
  if (namespaces.size > 0)
    files.set(
      'app/messages.d.ts',
      `${imports.join('')}\ndeclare module 'fairlead/messages' {\n  interface Namespaces {\n${members.join('')}  }\n}\n`,
    )
  return { files, left }
}

/**
 * Reads a Next.js application, reports what each part becomes in a Fairlead application, and writes the parts that
 * translate exactly. Returns the exit code.
 *
 * @param folder of the Fairlead application, unless `--write` names another
 */
export async function runFromNext(args: readonly string[], folder = process.cwd()): Promise<number> {
  const [subcommand, ...others] = args
  try {
    if (subcommand === 'compare') return await compare(others, folder)
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'boolean' },
        json: { type: 'boolean' },
        write: { type: 'string' },
      },
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new SourceError(USAGE)
    const application = readApplication(path, { runsConfig: values.config === true })
    const fairlead = await readFairleadApplication(values.write ?? folder)
    const languages = readLanguages(application)
    const routing = readRouting(application, languages, fairlead)
    const messages = messageFiles(application, languages, fairlead.folder)
    const known: Known = {
      guards: guardsOf(application),
      left: [...routing.left, ...messages.left],
      installed: fairlead.installed,
      ownerOf: fairlead.ownerOf,
      localeSegment: localeSegment(application, languages),
      publicPaths: languages ? publicPaths(languages) : new Map(),
      imageHosts: imageHosts(application),
    }
    const sheets = moveSheets(application, known)
    if (values.write !== undefined)
      writeFiles(
        fairlead.folder,
        new Map([routingFile(routing, application, fairlead.table), ...messages.files, ...sheets]),
      )
    const counts = countAll(application, known.guards)
    if (values.json)
      process.stdout.write(`${JSON.stringify({ counts, findings: findAll(application, known) }, null, 2)}\n`)
    else process.stdout.write(values.write === undefined ? (sheets.get('MOVE.md') ?? '') : `${countLine(counts)}\n`)
    return 0
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!isUsage && !(error instanceof SourceError)) throw error
    process.stderr.write(`${error.message}\n`)
    return subcommand === 'compare' ? 2 : 1
  }
}
