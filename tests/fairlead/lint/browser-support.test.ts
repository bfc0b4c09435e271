import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { expect, it } from 'vitest'
import { browsers } from 'web-features'
import { BROWSERS } from '#fairlead/host/vite/build-output.ts'
import { NEWER, supportFaults } from '#tests/fairlead/lint/browser-support.ts'
import { compatKeys } from '#tests/harness/browser-features.ts'
import { root } from '#tests/harness/project-files.ts'

const REFUSED: [file: string, source: string, detail: string][] = [
  ['global.ts', 'requestAnimationFrame(() => scheduler)', 'Window.scheduler: scheduler'],
  ['static.ts', 'URL.parse(location.href)', 'URL.parse: url'],
  ['member.ts', 'document.querySelector("dialog")?.requestClose()', 'HTMLDialogElement.requestClose: requestclose'],
  ['destructured.ts', 'const { scheduler } = window', 'Window.scheduler: scheduler'],
  ['builtin.ts', 'new Set([1]).union(new Set())', 'Set.union: set-methods'],
  ['iterator.ts', '[1].values().map(Number)', 'Iterator.map: iterator-methods'],
  ['constructor.ts', 'new Intl.DurationFormat("en")', 'Intl.DurationFormat: intl-duration-format'],
  ['attribute.tsx', 'export const a = <dialog closedby="any" />', 'closedby: dialog-closedby'],
  ['property.css', '.a { field-sizing: inherit }', 'field-sizing: field-sizing'],
  ['keyword.css', '.a { &:hover { width: stretch } }', 'stretch: stretch'],
  ['function.css', '.a { top: calc(random(1px, 2px) + 1px) }', 'random: random-function'],
  ['pseudo-class.css', 'details:open > summary { color: red }', 'open: open-pseudo'],
  ['at-rule.css', '@starting-style { .a { opacity: 0 } }', 'starting-style: starting-style'],
]

const ACCEPTED: [file: string, source: string][] = [
  ['navigation.ts', 'window.navigation?.activation'],
  ['old.ts', 'URL.canParse("/"); document.querySelector("dialog")?.showModal(); Map.groupBy([], String)'],
  ['own.ts', 'const scheduler = { union() {}, parse() {} }; scheduler.union(); scheduler.parse()'],
  ['type.ts', 'export const url: { parse(): void } | undefined = undefined'],
  ['node.server.ts', 'URL.parse("/")'],
  ['attributes.tsx', 'export const a = <div popover="auto" inert />'],
  ['old.css', '.a { color: light-dark(red, color-mix(in srgb, red, blue)); &:has(> b) { inset: 0 } }'],
  ['comment.css', '/* field-sizing: content; */ .a::after { content: "@starting-style { :open"; }'],
  ['prefixed.css', '.a { text-align: -webkit-match-parent; text-align: match-parent }'],
  ['listed.css', '.a { text-wrap: pretty }'],
]

const files = [...REFUSED, ...ACCEPTED].map(([name, source]) => ({ path: `app/lab/${name}`, source }))
const faults = supportFaults(files, {
  cwd: '/virtual',
  fs: createVirtualFileSystem({
    '/virtual/tsconfig.json': JSON.stringify({
      compilerOptions: {
        moduleDetection: 'force',
        lib: ['esnext', 'dom'],
        types: [],
        jsx: 'preserve',
        target: 'esnext',
      },
    }),
    ...Object.fromEntries(files.map(({ path, source }) => [`/virtual/${path}`, source])),
  }),
})
const detailsOf = (name: string) =>
  faults.filter(({ path }) => path === `app/lab/${name}`).map(({ detail }) => detail.replace(/ is newer.*/, ''))

it.each(REFUSED)(
  'the lint of browser features refuses what is newer than the oldest browsers, in %s',
  (name, _, detail) => {
    expect(detailsOf(name)).toEqual([detail])
  },
)

it.each(ACCEPTED)(
  'the lint of browser features accepts what they have, what has a fallback and what is no feature, in %s',
  (name) => {
    expect(detailsOf(name)).toEqual([])
  },
)

it.each(Object.keys(NEWER))('%s is newer than the oldest browsers', (id) => {
  expect(compatKeys.some(({ feature, isNewer }) => feature === id && isNewer)).toBe(true)
})

/** Months after which a feature that all browsers have is widely available. */
const WIDELY_AVAILABLE_MONTHS = 30

it('the handbook names the oldest browsers: those of Baseline on the day that it says', () => {
  const page = readFileSync(join(root, 'app/handbook/content/en/run.md'), 'utf8')
  const [, section = ''] = page.split('{#browsers}')
  const named = Object.keys(BROWSERS).map((name) => new RegExp(`${name} ([\\d.]*\\d)`, 'i').exec(section)?.[1])
  expect(named).toEqual(Object.values(BROWSERS))

  const day = new Date(/\d{4}-\d\d-\d\d/.exec(section)?.[0] ?? '')
  day.setUTCMonth(day.getUTCMonth() - WIDELY_AVAILABLE_MONTHS)
  const newest = (['chrome', 'firefox', 'safari'] as const).map(
    (name) => browsers[name].releases.findLast(({ date }) => new Date(date) <= day)?.version,
  )
  expect(newest).toEqual(Object.values(BROWSERS))
})
