import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { budgets } from '#app/site.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

type Package = {
  engines?: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  overrides: Record<string, unknown>
}

type Locked = {
  version?: string
  link?: boolean
  inBundle?: boolean
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Locked> }

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

const manifest = readJson('package.json') as Package
const lock = readJson('package-lock.json') as Lock

const CARD = ['app', 'app.config.ts', 'package.json', 'public', 'routeTree.gen.ts', 'tests', 'tsconfig.json']
const BESIDE = ['LICENSE', 'README.md', 'package-lock.json']

describe('the repository', () => {
  it('has at its top what the house has, and no more', () => {
    const top = new Set(projectFiles().map((path) => path.split('/')[0] ?? ''))
    expect([...top].filter((name) => !name.startsWith('.')).toSorted()).toEqual([...CARD, ...BESIDE].toSorted())
  })

  it.each(['README.md', 'app/handbook/content/en/how-it-compares.md'])(
    'says in %s how much JavaScript a page may need, and how much may follow',
    (file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
      const [, first, later] = /at most (\d+) kB.{0,60}, and ([\d.]+) kB follow at once/.exec(text) ?? []
      const { javascriptBytes, deferredJavascriptBytes } = budgets
      expect([Number(first) * 1_000, Number(later) * 1_000]).toEqual([javascriptBytes, deferredJavascriptBytes])
    },
  )

  it('has its licence', () => {
    expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toContain('MIT License')
  })
})

/** The code of the README, each block without its first line, which names the file. */
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const readmeCode = [...readme.matchAll(/^```tsx?\n\/\/.*\n([^]*?)^```$/gm)].map(([, code = '']) => code)

it.each(readmeCode)('the README has code of the tutorial, which a test executes: %s', (code) => {
  expect(readFileSync(join(root, 'app/handbook/content/en/make-it-yours.md'), 'utf8')).toContain(code)
})

describe('packages', () => {
  it('have a hash in the lock file, those of the registry', () => {
    const missing = Object.entries(lock.packages).filter(
      ([path, { link, inBundle, integrity }]) => path.includes('node_modules/') && !link && !inBundle && !integrity,
    )
    expect(missing.map(([path]) => path)).toEqual([])
  })

  it('are locked for every platform: npm ci refuses a lock file that leaves one out', () => {
    const locked = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)))
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !locked.has(name))
        .map((name) => `${path} needs ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('are pinned to one version each', () => {
    const ranges = { ...manifest.dependencies, ...manifest.devDependencies }
    const loose = Object.entries(ranges).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
  })

  it('are what the lock file holds, from the registry', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      const { link, resolved = '', ...locked } = lock.packages[`node_modules/${name}`] ?? {}
      // The library is a workspace.
      expect((link ? lock.packages[resolved] : locked)?.version, name).toBe(version)
    }
    const elsewhere = Object.values(lock.packages).filter(
      ({ resolved, link }) => resolved !== undefined && !link && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(elsewhere).toEqual([])
  })

  it.each(['vite', 'react', 'react-dom', '@tanstack/router-core', '@tanstack/query-core'])(
    'hold one %s only',
    (name) => {
      expect(Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`))).toHaveLength(1)
    },
  )
})
