import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { availableDictionary } from '#fairlead/server/http/compression-dictionary.ts'
import { negotiateEncoding } from '#fairlead/server/http/negotiate-encoding.ts'
import { getCacheKey } from '#fairlead/server/cache/cache-key.ts'
import { matchesEtag } from '#fairlead/server/cache/stored-page.server.ts'
import { fingerprintTexts, inAppFrames } from '#fairlead/errors/fingerprint.ts'
import { parseDsn } from '#fairlead/error-reports/envelope/dsn.ts'
import { getBrowser } from '#fairlead/error-reports/envelope/event-summary.ts'
import { parseAcceptLanguage } from '#fairlead/navigation/locale/accept-language.ts'
import { normalizeUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { createDraft, readFields, storedFields } from '#fairlead/forms/form-fields.ts'
import { parseSearch } from '#fairlead/navigation/search-params.ts'
import { countFields, createMultipartFields } from '#fairlead/server/http/multipart-fields.server.ts'
import { root, projectFiles } from '#tests/harness/project-files.ts'
import { isNode, nodesIn } from '#tests/fairlead/lint/nodes.ts'
import {
  LONG,
  MOST,
  PUMPS,
  tokensOf,
  growthOf,
  type Work,
  worstReading,
  worstSearch,
} from '#tests/fairlead/patterns/work.ts'

/** A regular expression in the source, or where one is made while the application runs (`source` is then empty). */
type FoundPattern = { path: string; source: string; flags: string; made: boolean }

/** Finds every regular expression of a file: literals, and the places where one is constructed. */
function patternsIn(path: string, text: string): FoundPattern[] {
  return [...nodesIn({ path, source: text })].flatMap(({ type, regex, callee }): FoundPattern[] => {
    if (type === 'Literal' && regex) {
      const { pattern, flags } = regex as { pattern: string; flags: string }
      return [{ path, source: pattern, flags, made: false }]
    }
    const makes = (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp'
    return makes ? [{ path, source: '', flags: '', made: true }] : []
  })
}

/**
 * Patterns that may take longer than their input, because they read nothing but files of this project. A new one that
 * meets text from outside does not belong here: it is made linear, or its quantifiers get an upper limit.
 */
const OWN_TEXT = [
  // The routing table.
  String.raw`app/fairlead/navigation/routing-table/parse/check-patterns.ts /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/`,
  // Names of modules, in the build.
  String.raw`app/fairlead/host/vite/vite-config.ts /\.functions\.[jt]sx?|virtual:server-functions\/all|start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/createClientRpc)/`,
  String.raw`app/fairlead/host/vite/vite-config.ts /start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/(?!createClientRpc)|getDefaultSeroval|safeObject|getStartContext)|react-start\/.*useServerFn|router-core\/.*(serializer|ssr\/headers)|query-core\/.*([oO]bserver|mutation\.|infiniteQueryBehavior)|react-query\/.*\/(use|suspense|errorBoundary|IsRestoring|QueryErrorReset)/`,
  // Headings of the handbook, in the build.
  String.raw`app/handbook/compiler/anchors.ts /\s*\{#([\p{L}\p{N}_-]+)\}\s*$/`,
  String.raw`app/handbook/compiler/anchors.ts /^-+|-+$/`,
  // A page that is the same for everyone, so nothing of a visitor is in it.
  String.raw`app/fairlead/server/cache/stored-page.server.ts /<script\b([^>]*)>([\s\S]*?)<\/script>/`,
]

/** Where expressions are made while the application is built or runs, all of them from files of this project. */
const MADE = {
  // The routing table, which is checked when it is defined.
  'app/fairlead/navigation/routing-table/match/conditions.ts': 1,
  'app/fairlead/navigation/routing-table/parse/client-table.ts': 2,
  'app/fairlead/navigation/routing-table/parse/check-patterns.ts': 1,
  'app/fairlead/navigation/routing-table/explain/route-list.ts': 2,
  // Its segments do not overlap: a slash ends each.
  'app/fairlead/navigation/routing-table/match/localized-paths.ts': 1,
  // The name of a page, of letters, digits and hyphens.
  'app/fairlead/cli/add-piece.ts': 1,
  // The handbook.
  'app/handbook/compiler/compile-page.ts': 1,
}

// Tests of an application read its own pages.
const found = projectFiles()
  .filter((path) => /^app\/(?!fairlead\/testing\/).*\.tsx?$/.test(path))
  .flatMap((path) => patternsIn(path, readFileSync(join(root, path), 'utf8')))
const written = found.filter(({ made }) => !made)

const nameOf = ({ path, source }: FoundPattern): string => `${path} /${source}/`

/** Patterns to measure, each once. One without a repetition looks at each character a fixed number of times. */
const measured = Map.groupBy(
  written.filter((pattern) => /[*+{]/.test(pattern.source) && !OWN_TEXT.includes(nameOf(pattern))),
  ({ source, flags }) => `/${source}/${flags}`,
)

/** Looks at a text wherever the pattern may begin to match, as a search, a split and a replacement do. */
function searchWith({ source, flags }: FoundPattern): Work {
  const pattern = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`)
  return (text) => text.replaceAll(pattern, '')
}

// CPU time is what counts here: a busy machine may stretch it by any factor.
vi.setConfig({ testTimeout: 60_000 })

describe('a pattern in the source takes no longer than its input is long', () => {
  it.each(Array.from(measured.values(), ([pattern]) => pattern as FoundPattern))('$path /$source/', (pattern) => {
    const { growth, text } = worstSearch(searchWith(pattern), tokensOf(pattern.source, pattern.flags))
    expect(growth, `for ${JSON.stringify(text.slice(0, 60))}…`).toBeLessThan(MOST)
  })

  it('the exceptions exist', () => {
    expect(OWN_TEXT.filter((name) => !written.some((pattern) => nameOf(pattern) === name))).toEqual([])
  })

  it('no other file makes expressions', () => {
    const makers = Object.groupBy(
      found.filter(({ made }) => made),
      ({ path }) => path,
    )
    expect(Object.fromEntries(Object.entries(makers).map(([path, list]) => [path, list?.length]))).toEqual(MADE)
  })
})

/** Functions that read text from outside: headers, paths, reports, typed text. */
const READERS: Record<string, Work> = {
  'Accept-Encoding': negotiateEncoding,
  'Available-Dictionary': (text) => availableDictionary((name) => (name === 'accept-encoding' ? 'dcz' : text)),
  'Accept-Language': parseAcceptLanguage,
  'If-None-Match': (text) => matchesEtag(text, 'W/"x"'),
  'User-Agent': getBrowser,
  Cookie: (cookie) =>
    getCacheKey({ method: 'GET', pathname: '/', search: '', cookie, domain: undefined, header: () => null }, 'static', [
      'session',
    ]),
  'the path': (text) => normalizeUrl(`/${text}`, true),
  'the DSN of an envelope': parseDsn,
  'the message of an error': (text) => fingerprintTexts('Error', text, []),
  'the file of a frame': (file) => fingerprintTexts('Error', '', [{ function: 'read', file }]),
  'the stack of an error': inAppFrames,
}

describe('a reader of text from outside takes no longer than the text is long', () => {
  it.each(Object.entries(READERS))('%s', (_, read) => {
    const { growth, text } = worstReading(read, PUMPS)
    expect(growth, `for ${JSON.stringify(text.slice(0, 60))}…`).toBeLessThan(MOST)
  })
})

/** Returns the names of 20 000 search params as 120 kB of text, or of fewer. */
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `${index + 100_000}`).join('=&')

function formOf(text: string): FormData {
  const data = new FormData()
  for (const name of text.split('=&')) data.append(name, '')
  return data
}

const partsOf = (text: string) => Buffer.from(`--x\r\n${text.replaceAll('=&', '\r\n\r\n\r\n--x\r\n')}`)

/** Functions that read fields of which a visitor may send any number. */
const FIELD_READERS: Record<string, Work> = {
  'the fields of a form': (text) => readFields(formOf(text), new Map()),
  'a draft': (text) => createDraft('x', '/', formOf(text), {}, () => true),
  'the fields that a draft stores': (text) => storedFields(`/?${text.replaceAll('=&', '&field=')}`),
  'the number of fields': (text) => countFields(Buffer.from(text), 'application/x-www-form-urlencoded'),
  'the number of parts': (text) => countFields(partsOf(text), 'multipart/form-data; boundary=x'),
  'the parts of a form that is too large': (text) =>
    createMultipartFields('multipart/form-data; boundary=x').write(partsOf(text)),
  'search params': parseSearch,
}

/** Memory is collected meanwhile. Quadratic work on 20 000 names is 400 million steps. */
const FIELDS_NOISE_MS = 40

describe('a reader of fields takes no longer than there are fields', () => {
  it.each(Object.entries(FIELD_READERS))('%s', (_, read) => {
    expect(growthOf(read, namesOf(20_000 / 16), namesOf(20_000), FIELDS_NOISE_MS)).toBeLessThan(MOST)
  })
})

describe('the measure', () => {
  it.each([
    [String.raw`\s*,`, true],
    [String.raw`^(a+)+$`, true],
    [String.raw`\d+x?$`, true],
    [String.raw`^\s*,`, false],
  ])('knows whether %s is quadratic', (source, expected) => {
    const pattern = { path: '', source, flags: '', made: false }
    const { growth, text } = worstSearch(searchWith(pattern), tokensOf(source, ''))
    expect(growth > MOST).toBe(expected)
    if (!expected) expect(text.length).toBeGreaterThanOrEqual(LONG)
  })
})
