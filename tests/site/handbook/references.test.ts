import { describe, expect, it } from 'vitest'
import {
  blocks,
  EXAMPLES,
  exportedNames,
  files,
  imports,
  inlineCode,
  mentions,
  read,
  show,
} from '#tests/site/handbook/mentions.ts'

/** Names in backticks that occur nowhere in the application: of the platform, of a dependency, or of Next.js. */
const OTHERS = [
  'ensureQueryData',
  'defaultStreamHandler',
  'saveTide',
  'betterAuth',
  'ipAddress',
  'autoOrient',
  // Names of earlier releases.
  'authorizeServerFn',
  // Names of TanStack Router.
  'useChildMatches',
  'useMatchRoute',
  // The header, which Node writes in lower case.
  'Allow',
  // Names of Next.js.
  'after',
  'cookies',
  'draftMode',
  'forbidden',
  'headers',
  'onRequestError',
  'revalidatePath',
  'revalidateTag',
  'unauthorized',
]

/** Methods that the pages call without the object before them. */
const METHODS = ['cancel', 'rewrites', 't']

describe('paths that the pages mention', () => {
  const ROOTED = /(?<![\w./-])#?((?:app|tests|public|\.github|\.ci)\/[\w{}$.@/-]*[\w}$])/g
  const rooted = [...new Map(mentions(ROOTED).map((mention) => [show(mention), mention])).values()]
  const exists = (path: string) =>
    `#${path}` in imports || files.some((file) => file === path || file.startsWith(`${path}/`))

  it('exist', () => {
    expect(rooted.length).toBeGreaterThan(50)
    const missing = rooted.filter(({ text }) => !exists(text) && !EXAMPLES.some((example) => example.test(text)))
    expect(missing.map(show)).toEqual([])
  })

  it('exist where only the end of a path is given', () => {
    const ends = inlineCode.filter(({ text }) => /^[\w{}$][\w{}$./-]*\.(tsx?|mts|mjs|css|md|svg)$/.test(text))
    expect(ends.length).toBeGreaterThan(20)
    const missing = ends.filter(
      ({ text }) =>
        !files.some((file) => file === text || file.endsWith(`/${text}`)) &&
        !EXAMPLES.some((example) => example.test(text)),
    )
    expect(missing.map(show)).toEqual([])
  })
})

describe('names that the pages mention', () => {
  const exported = exportedNames()
  it('are exported where a block of code imports them from', () => {
    const IMPORT = /^import (?:type )?\{([^}]+)\} from '((?:#app|fairlead)\/[^']+)'/gm
    const found = blocks.flatMap(({ page, text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, names = '', from = '']) =>
        names.split(',').map((name) => ({ page, name: name.replace(/^\s*type /, '').trim(), from })),
      ),
    )
    expect(found.length).toBeGreaterThan(10)
    const wrong = found.filter(({ name, from }) => {
      const path = from.startsWith('#') ? from.slice(1) : `app/${from}.ts`
      if (EXAMPLES.some((example) => example.test(path))) return false
      return !exported.get(name)?.includes(path)
    })
    expect(wrong.map(({ page, name, from }) => `${page}: ${name} from ${from}`)).toEqual([])
  })

  // Words with a capital inside, and calls, count as names: `name()`, `someName`, `name.member`, `<Name …>`.
  const NAME = /^<?([A-Za-z_$][\w$]*(?:\.[A-Za-z]\w*)*)(\(.*\))?(?: .*>|>)?$/
  const names = inlineCode.flatMap(({ page, text }) => {
    const [, name = '', call] = NAME.exec(text) ?? []
    const isName = call !== undefined || (/[a-z][A-Z]|^[A-Z][a-z]/.test(name) && !/^[A-Z\d_]+$/.test(name))
    return isName && name !== '' ? [{ page, text: name, isFunction: call !== undefined && !name.includes('.') }] : []
  })
  const sources = files
    .filter(
      (path) => /^(app|tests\/(?:harness|fairlead|application))\/.*\.tsx?$/.test(path) || path === 'app.config.ts',
    )
    .map(read)

  it('are functions that the application exports or imports, where they are called', () => {
    const imported = sources
      .flatMap((source) => [...source.matchAll(/^import (?:type )?\{([^}]+)\}/gm)])
      .flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
    const known = new Set([...exported.keys(), ...imported, ...OTHERS, ...METHODS])
    const functions = names.filter(({ isFunction }) => isFunction)
    expect(functions.length).toBeGreaterThan(10)
    expect(functions.filter(({ text }) => !known.has(text)).map(show)).toEqual([])
  })

  it('are written somewhere in the application', () => {
    const written = new Set([...sources.flatMap((source) => source.match(/[\w$]+/g) ?? []), ...OTHERS])
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter(({ text }) => text.split('.').some((part) => !written.has(part))).map(show)).toEqual([])
  })
})
