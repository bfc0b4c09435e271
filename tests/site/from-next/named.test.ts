import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as mappings from '#app/from-next/mappings.ts'
import { parseSource, walk } from '#app/from-next/source.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const files = projectFiles().filter((path) => /^app\/from-next\/.*\.ts$/.test(path))

/** Written by the command itself. */
const isWritten = (path: string) => path.startsWith('app/ported/')

/** Returns a module of the command without its own imports: what is left names modules for the written application. */
function withoutImports(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  const parsed = parseSource(path, text)
  if (parsed.type === 'fault') throw new Error(parsed.fault)
  let rest = text
  walk(parsed.source.program, (node) => {
    if (node.type !== 'ImportDeclaration' && node.type !== 'ImportExpression') return
    rest = rest.slice(0, node.start) + ' '.repeat(node.end - node.start) + rest.slice(node.end)
  })
  return rest
}

const sources = files.map(withoutImports)
const matches = (pattern: RegExp) => sources.flatMap((source) => [...source.matchAll(pattern)])

/** Modules, each with a name that the written application imports from it or adds to it. */
const named = [
  ...matches(/import (?:type )?\{ ([^}]+) \} from '#((?:app|fairlead)\/[^']+)'/g).flatMap(([, names = '', path = '']) =>
    names.split(', ').map((name) => [path, name.replace(/^type | as .*$/g, '')] as const),
  ),
  ...matches(/'#((?:app|fairlead)\/[^']+)',\s+(?:name: )?'(\w+)'/g).map(
    ([, path = '', name = '']) => [path, name] as const,
  ),
  ...matches(/declare module '#((?:app|fairlead)\/[^']+)' \{'?,?\s+'?\s*interface (\w+)/g).map(
    ([, path = '', name = '']) => [path, name] as const,
  ),
].filter(([path]) => !isWritten(path))

describe('what from-next writes', () => {
  it('imports from no module of which this test sees no name', () => {
    const all = matches(/#((?:app|fairlead)\/[^'"`\s]+)/g).flatMap(([, path = '']) => (isWritten(path) ? [] : [path]))
    expect(all.length).toBeGreaterThan(10)
    expect(all.filter((path) => named.every(([other]) => other !== path))).toEqual([])
  })

  it.each(named)('finds in %s the export %s', (path, name) => {
    const text = readFileSync(join(root, path.replace(/^fairlead\//, 'app/fairlead/')), 'utf8')
    const declared = new RegExp(`^export (?:async )?(?:const|function|class|type|interface) ${name}\\b`, 'm')
    const listed = new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\}`, 'm')
    expect(declared.test(text) || listed.test(text)).toBe(true)
  })

  it('names files that exist', () => {
    const paths = matches(/\bapp\/[\w./{}$-]+\.(?:tsx?|css|json)\b/g).map(([path]) => path)
    const missing = paths.filter((path) => !isWritten(path) && !path.includes('${') && !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })
})

const maps = Object.values(mappings).filter((value): value is Map<string, mappings.Mapping> => value instanceof Map)
const sections = [...maps.flatMap((map) => [...map.values()]), ...Object.values(mappings.OTHER)].map(
  ({ section }) => section,
)

const handbook = projectFiles().filter((path) => path.endsWith('.md') && path.includes('/content/en/'))

// A clone may have removed the handbook.
describe.runIf(handbook.length > 0)('the report of from-next', () => {
  it.each([...new Set(sections)])('leads to a section that exists: %s', (section) => {
    const [page, anchor] = section.split('#')
    const file = handbook.find((path) => path.endsWith(`/${page}.md`))
    expect(file).toBeDefined()
    const text = readFileSync(join(root, file ?? ''), 'utf8')
    expect(anchor === undefined || text.includes(`{#${anchor}}`)).toBe(true)
  })
})
