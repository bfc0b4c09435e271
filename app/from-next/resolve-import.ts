import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { parseSource } from '#app/from-next/parse-source.ts'
import { constantsOf, staticValue } from '#app/from-next/static-value.ts'

/** The target of an import: a file of the application, a module of Node, or a package. */
export type Target =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'missing' }
  | { readonly type: 'builtin' }
  | { readonly type: 'package'; readonly name: string }

/** The files of an application, from its root. */
type Files = { readonly root: string; readonly files: readonly string[] }

/** A prefix of imports, and the folder or file that it stands for. */
type Alias = { readonly prefix: string; readonly to: string }

const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.d.ts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.jsx',
]

/** Reads `paths` of tsconfig.json or jsconfig.json, which may have comments. */
function readAliases({ root, files }: Files): Alias[] {
  const file = ['tsconfig.json', 'jsconfig.json'].find((name) => files.includes(name))
  if (file === undefined) return []
  const parsed = parseSource('config.ts', `const config = ${readFileSync(join(root, file), 'utf8')}`)
  const node = parsed.type === 'parsed' ? constantsOf(parsed.source.program).get('config') : undefined
  type Config = { compilerOptions?: { baseUrl?: string; paths?: Record<string, unknown> } }
  const { compilerOptions } = ((node && staticValue(node, new Map())?.value) ?? {}) as Config
  const base = compilerOptions?.baseUrl ?? '.'
  const aliases = Object.entries(compilerOptions?.paths ?? {}).flatMap(([prefix, targets]) => {
    const [to] = Array.isArray(targets) ? (targets as unknown[]) : []
    return typeof to === 'string'
      ? [{ prefix: prefix.replace(/\*$/, ''), to: posix.join(base, to.replace(/\*$/, '')) }]
      : []
  })
  return compilerOptions?.baseUrl === undefined ? aliases : [...aliases, { prefix: '', to: base }]
}

/** Returns the name of the package of an import. */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Returns a function that finds what an import of a file leads to. */
export function importResolver(application: Files): (from: string, specifier: string) => Target {
  const aliases = readAliases(application)
  const files = new Set(application.files)
  const existing = (path: string) => {
    const base = path.replace(/\.js$/, '')
    return [...ENDINGS.map((ending) => path + ending), ...ENDINGS.map((ending) => base + ending)].find((candidate) =>
      files.has(candidate),
    )
  }
  return (from, specifier) => {
    if (specifier.startsWith('.')) {
      const path = existing(posix.join(posix.dirname(from), specifier))
      return path === undefined ? { type: 'missing' } : { type: 'file', path }
    }
    for (const { prefix, to } of aliases) {
      const path = specifier.startsWith(prefix) ? existing(posix.join(to, specifier.slice(prefix.length))) : undefined
      if (path !== undefined) return { type: 'file', path }
    }
    if (/^(@|~|#)?\//.test(specifier)) return { type: 'missing' }
    if (specifier.startsWith('node:') || builtinModules.includes(packageName(specifier))) return { type: 'builtin' }
    return { type: 'package', name: packageName(specifier) }
  }
}
