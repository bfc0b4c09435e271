import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCallGraph } from '#fairlead/cli/access/call-graph.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const FUNCTIONS = `import { createServerFn } from '@tanstack/react-start'
import { other } from './other.functions.ts'
export const read = createServerFn().handler(() => other())
const send = createServerFn().handler(() => 1)
export const form = defineForm({ submit: send })
export const unused = createServerFn().handler(() => 1)
export default createServerFn`

/** Returns what a page calls, with the functions of its folder. */
async function callsOf(page: string, others: Record<string, string> = {}) {
  const folder = temporaryFolder()
  writeFiles(folder, {
    'page.tsx': page,
    'a.functions.ts': FUNCTIONS,
    'other.functions.ts': 'export const other = createServerFn().handler(() => 1)',
    ...others,
  })
  const functions = ['a.functions.ts#read', 'a.functions.ts#send', 'a.functions.ts#unused', 'other.functions.ts#other']
  const resolve = async (specifier: string, importer: string) => {
    const file = join(importer, '..', specifier)
    return specifier.startsWith('.') && existsSync(file) ? file : undefined
  }
  const calls = await createCallGraph(
    new Set(functions.map((name) => join(folder, name))),
    resolve,
  )(`${folder}/page.tsx`)
  return {
    functions: [...calls.functions].map((key) => relative(folder, key).replace(/.*#/, '')).toSorted(),
    paths: [...calls.paths],
  }
}

describe('a page', () => {
  it.each<[what: string, page: string, functions: string[], others?: Record<string, string>]>([
    [
      'calls what it names',
      `import { read } from './a.functions.ts'\nexport const Route = { loader: () => read() }`,
      ['read'],
    ],
    ['calls by another name', `import { read as go } from './a.functions.ts'\nconst page = () => go()`, ['read']],
    ['calls what a form sends', `import { form } from './a.functions.ts'\nfunction Page() { useForm(form) }`, ['send']],
    ['does not call what it only imports', `import { unused } from './a.functions.ts'\nconst page = 1`, []],
    ['calls by a namespace', `import * as a from './a.functions.ts'\nconst page = () => a.read()`, ['read']],
    [
      'calls what a component of another file calls',
      `import { Panel } from './panel.tsx'\nconst Page = () => <Panel />`,
      ['read'],
      {
        'panel.tsx': `import { read, unused } from './a.functions.ts'\nexport const Panel = () => <b onClick={() => read()} />\nexport const Other = () => unused()`,
      },
    ],
    [
      'calls through files that export again',
      `import { go } from './index.ts'\nimport { form } from './all.ts'\nconst page = () => [go(), form]`,
      ['read', 'send'],
      {
        'index.ts': `export { read as go } from './a.functions.ts'`,
        'all.ts': `export * from './all.ts'\nexport * from './a.functions.ts'`,
      },
    ],
    [
      'calls what a part of it loads',
      `const page = async () => { const { read } = await import('./a.functions.ts'); return read() }`,
      ['read'],
    ],
    [
      'calls what it loads and then names',
      `const page = () => import('./a.functions.ts').then((all) => all.form)`,
      ['send'],
    ],
    [
      'calls what a component that it loads calls',
      `const Page = lazyRouteComponent(() => import('./panel.tsx'), 'Panel')`,
      ['read'],
      { 'panel.tsx': `import { read } from './a.functions.ts'\nexport function Panel() { read() }` },
    ],
    [
      'calls what a default export calls',
      `import Panel from './panel.tsx'\nconst Page = () => <Panel />`,
      ['read'],
      { 'panel.tsx': `import { read } from './a.functions.ts'\nexport default function Panel() { read() }` },
    ],
    [
      'ends in a ring of files',
      `import { a } from './ring.ts'\nexport const b = () => a`,
      [],
      { 'ring.ts': `import { b } from './page.tsx'\nexport const a = () => b` },
    ],
  ])('%s', async (_, page, functions, others) => expect((await callsOf(page, others)).functions).toEqual(functions))

  it('names paths of server routes in texts', async () => {
    const { paths } = await callsOf('const page = (id) => [fetch(`/api/${id}/log?x`), fetch("/health"), "no path"]')
    expect(paths).toEqual(['/api/example/log?x', '/health'])
  })
})
