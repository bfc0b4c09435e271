import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseEncoding } from '#app/documents/encoding.ts'
import { keptKeyOf } from '#app/documents/kept.ts'
import { isCurrent } from '#app/documents/kept-pages.server.ts'
import { fingerprintParts } from '#app/errors/fingerprint.ts'
import { ownFrames } from '#app/errors/stack.server.ts'
import { parseDsn } from '#app/monitoring/envelope/dsn.ts'
import { browserOf } from '#app/monitoring/envelope/facts.ts'
import { soughtIn, wordsIn } from '#app/monitoring/envelope/words.ts'
import { digestSteps, idOf } from '#app/monitoring/reports/spellings.ts'
import { parseAcceptLanguage } from '#app/navigation/locale/accept-language.ts'
import { normalise } from '#app/navigation/rules/normalise.ts'
import { root, projectFiles } from '#tests/project-files.ts'
import { type FoundPattern, patternsIn } from '#tests/patterns/patterns.ts'
import { LONG, MOST, tokensOf, type Work, worstReading, worstSearch } from '#tests/patterns/work.ts'

/**
 * Patterns that may take longer than their input, because they read nothing but files of this project. A new one that
 * meets text from outside does not belong here: it is made linear, or its quantifiers get an upper limit.
 */
const OWN_TEXT = [
  // The routing table.
  String.raw`app/navigation/rules/regexp-graph.ts /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|k<[^>]*>|\d+|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/`,
  // Names of modules, in the build.
  String.raw`app/host/messages-plugin.ts /\/(locales|messages)\/.*\.json$/`,
  String.raw`app/host/vite.ts /\.functions\.[jt]sx?|start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/createClientRpc)/`,
  String.raw`app/host/vite.ts /start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/(?!createClientRpc)|getDefaultSeroval|safeObject)|router-core\/.*serializer|query-core\/.*[oO]bserver|react-query\/.*\/(use|suspense|errorBoundary|IsRestoring|QueryErrorReset)/`,
  // Headings of the handbook, in the build.
  String.raw`app/handbook/compiler/anchors.ts /\s*\{#([\p{L}\p{N}_-]+)\}\s*$/`,
  String.raw`app/handbook/compiler/anchors.ts /^-+|-+$/`,
  // A page that is the same for everyone, so nothing of a visitor is in it.
  String.raw`app/documents/kept-pages.server.ts /<script\b([^>]*)>([\s\S]*?)<\/script>/`,
]

/** Where expressions are made while the application is built or runs, all of them from files of this project. */
const MADE = {
  // The routing table, which is checked when it is defined.
  'app/navigation/rules/compiled.ts': 1,
  'app/navigation/rules/conditions.ts': 1,
  'app/navigation/rules/reach.ts': 2,
  'app/navigation/rules/regexp-graph.ts': 1,
  'app/navigation/rules/route-list.ts': 1,
  // The handbook.
  'app/handbook/compiler/compile-page.ts': 1,
}

const found = projectFiles()
  .filter((path) => /^app\/.*\.tsx?$/.test(path))
  .flatMap((path) => patternsIn(path, readFileSync(join(root, path), 'utf8')))
const written = found.filter(({ made }) => !made)

const nameOf = ({ path, source }: FoundPattern): string => `${path} /${source}/`

/** Looks at a text wherever the pattern may begin to match, as a search, a split and a replacement do. */
function searchWith({ source, flags }: FoundPattern): Work {
  const pattern = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`)
  return (text) => text.replaceAll(pattern, '')
}

describe('a pattern in the source takes no longer than its input is long', () => {
  it.each(
    written.filter((pattern) => !OWN_TEXT.includes(nameOf(pattern))).map((pattern) => [nameOf(pattern), pattern]),
  )('%s', (_, pattern) => {
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

/** What reads headers, addresses, reports and what people type, by functions whose result shows how much was read. */
const READERS: Record<string, Work> = {
  'Accept-Encoding': chooseEncoding,
  'Accept-Language': parseAcceptLanguage,
  'If-None-Match': (text) => isCurrent(text, 'W/"x"'),
  'User-Agent': browserOf,
  Cookie: (cookie) =>
    keptKeyOf({ method: 'GET', pathname: '/', search: '', cookie, domain: undefined }, 'session', () => true),
  'the path': (text) => normalise(`/${text}`, true),
  'the DSN of an envelope': parseDsn,
  'the message of an error': (text) => fingerprintParts('Error', text, []),
  'the file of a frame': (file) => fingerprintParts('Error', '', [{ function: 'read', file }]),
  'the stack of an error': ownFrames,
  'words of a report': wordsIn,
  'words of a search': soughtIn,
  'a digest that was typed': digestSteps,
  'an id that was typed': idOf,
}

const PUMPS = [...' -.,;:/"1aあ%'.split(''), 'Aa', '1a', '-a', ' ,', 'W/"x"', 'at (', 'Version/1', 'Safari/']

describe('a reader of text from outside takes no longer than the text is long', () => {
  it.each(Object.entries(READERS))('%s', (_, read) => {
    const { growth, text } = worstReading(read, PUMPS)
    expect(growth, `for ${JSON.stringify(text.slice(0, 60))}…`).toBeLessThan(MOST)
  })
})

describe('the measure', () => {
  it.each([
    [String.raw`\s*,`, true],
    [String.raw`^(a+)+$`, true],
    [String.raw`\d+x?$`, true],
    [String.raw`^\s*,`, false],
    [String.raw`[^,]+`, false],
  ])('knows whether %s is quadratic', (source, expected) => {
    const pattern = { path: '', line: 0, source, flags: '', made: false }
    const { growth, text } = worstSearch(searchWith(pattern), tokensOf(source, ''))
    expect(growth > MOST).toBe(expected)
    if (!expected) expect(text.length).toBeGreaterThanOrEqual(LONG)
  })
})
