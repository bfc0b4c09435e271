import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OF_SHELL } from '#app/from-next/environment.ts'
import * as mappings from '#app/from-next/mappings.ts'
import { shellVariables } from '#fairlead/platform/env.server.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

/** Written by the command. */
const isWritten = (path: string) => path === 'app/messages.d.ts'

const sources = projectFiles()
  .filter((path) => /^app\/from-next\/.*\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

it('from-next names files that exist', () => {
  const paths = sources.flatMap((source) =>
    [...source.matchAll(/\bapp\/[\w./{}$-]+\.(?:tsx?|css|json)\b/g)].map(([path]) => path),
  )
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !isWritten(path) && !path.includes('${') && !existsSync(join(root, path)))).toEqual([])
})

it('from-next names what the entries of the library export', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'app/fairlead/package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string>>
  }
  const named = sources.flatMap((source) => [...source.matchAll(/(\w+)(?:\(\))? of fairlead\/([\w.-]+)/g)])
  expect(named.length).toBeGreaterThan(10)
  const wrong = named.filter(([, name = '', entry = '']) => {
    const file = exports[`./${entry}`]
    const text = file === undefined ? '' : readFileSync(join(root, 'app/fairlead', file), 'utf8')
    return !text.split(/\W+/).includes(name)
  })
  expect(wrong.map(([text]) => text)).toEqual([])
})

const maps = Object.values(mappings).filter((value): value is Map<string, mappings.Mapping> => value instanceof Map)
const sections = [...maps.flatMap((map) => [...map.values()]), ...Object.values(mappings.OTHER)].map(
  ({ section }) => section,
)

it('from-next knows the variables of the shell', () => {
  const names = Object.keys(shellVariables.entries)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !OF_SHELL.test(name))).toEqual([])
})

const handbook = projectFiles().filter((path) => path.endsWith('.md') && path.includes('/content/en/'))

describe('the handbook', () => {
  it('names options of the command that exist', () => {
    const text = readFileSync(join(root, handbook.find((path) => path.endsWith('/coming-from-next.md')) ?? ''), 'utf8')
    const command = readFileSync(join(root, 'app/from-next/command.ts'), 'utf8')
    const options = [...text.matchAll(/(?<=[\s`])--(\w+)/g)].map(([, name = '']) => name)
    expect(options.length).toBeGreaterThan(5)
    expect(options.filter((name) => !command.includes(`  ${name}: { type:`))).toEqual([])
  })
})

describe('the report of from-next', () => {
  it.each([...new Set(sections)])('leads to a section that exists: %s', (section) => {
    const [page, anchor] = section.split('#')
    const file = handbook.find((path) => path.endsWith(`/${page}.md`))
    expect(file).toBeDefined()
    const text = readFileSync(join(root, file ?? ''), 'utf8')
    expect(anchor === undefined || text.includes(`{#${anchor}}`)).toBe(true)
  })
})
