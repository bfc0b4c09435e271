import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ESTree } from 'vite'
import { LIMITS, type Source, SourceError, bare, isFunction, returnedBy } from './source.ts'
import { type StaticValue, constantsOf, staticValue } from './static-value.ts'

/** A key of `next.config`, with its value, or with the value that its function returns. */
type ConfigEntry = { readonly line: number; readonly value: StaticValue }

export type NextConfig = { readonly path: string; readonly entries: ReadonlyMap<string, ConfigEntry> }

const returned = (node: ESTree.Node): ESTree.Node | undefined =>
  isFunction(node) ? returnedBy(node).at(-1) : undefined

/** Returns the object of a config, through names, functions, types, and plugins such as `withMDX(config)`. */
function configObject(
  given: ESTree.Node | undefined,
  named: ReadonlyMap<string, ESTree.Node>,
  depth = 0,
): ESTree.ObjectExpression | undefined {
  if (!given || depth > 20) return undefined
  const node = bare(given)
  const next = (inner: ESTree.Node | undefined) => configObject(inner, named, depth + 1)
  if (node.type === 'ObjectExpression') return node
  if (node.type === 'Identifier') return next(named.get(node.name))
  if (node.type === 'CallExpression') return node.arguments.map(next).find((found) => found !== undefined)
  return next(returned(node))
}

/** Returns the default export, or the value that is assigned to `module.exports`. */
export function exportedNode({ program }: Source): ESTree.Node | undefined {
  for (const node of program.body) {
    if (node.type === 'ExportDefaultDeclaration') return node.declaration
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') continue
    const { left, right } = node.expression
    if (left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'exports')
      return right
  }
  return undefined
}

/** Reads `next.config` as text. A computed setting has no value. */
export function readConfig(source: Source): NextConfig {
  const constants = constantsOf(source.program)
  const functions = source.program.body.flatMap((node) =>
    node.type === 'FunctionDeclaration' && node.id ? [[node.id.name, node] as const] : [],
  )
  const named = new Map<string, ESTree.Node>([...constants, ...functions])
  const entries = new Map<string, ConfigEntry>()
  for (const property of configObject(exportedNode(source), named)?.properties ?? []) {
    if (property.type !== 'Property' || property.computed) continue
    const { key } = property
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
    if (name === undefined) continue
    const value = isFunction(property.value) ? returned(property.value) : property.value
    entries.set(name, { line: source.lineAt(property.start), value: value && staticValue(value, constants) })
  }
  return { path: source.path, entries }
}

/** Separates the values from the config's output. */
const MARK = '\u0001from-next\u0001'

/** Runs in a separate process, and prints the values as JSON. */
const SCRIPT = `
const loaded = (await import(process.argv[1])).default
const config = typeof loaded === 'function' ? await loaded('phase-production-build', { defaultConfig: {} }) : await loaded
const values = {}
for (const [key, value] of Object.entries(config)) {
  const isTable = ['redirects', 'rewrites', 'headers'].includes(key)
  values[key] = isTable && typeof value === 'function' ? await value.call(config) : value
}
process.stdout.write(${JSON.stringify(MARK)} + JSON.stringify(values), () => process.exit())
`

/**
 * Runs `next.config` in a separate process, with a time limit and without the environment variables of this one.
 *
 * @throws SourceError if it fails or takes too long
 */
export function runConfig(root: string, config: NextConfig): NextConfig {
  const url = pathToFileURL(join(root, config.path)).href
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, url],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: LIMITS.configMs,
      killSignal: 'SIGKILL',
      maxBuffer: LIMITS.configChars,
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    },
  )
  const fail = (why: string) => new SourceError(`${config.path}: ${why}; without --config it is read as text`)
  if (signal) throw fail(`took longer than ${LIMITS.configMs / 1_000} s, or returned too much`)
  const at = stdout.lastIndexOf(MARK)
  if (status !== 0 || at === -1) {
    const error = stderr.split('\n').find((line) => /^\w*Error\b/.test(line))
    throw fail(`failed: ${error ?? stderr.slice(0, 200)}`)
  }
  const values = JSON.parse(stdout.slice(at + MARK.length)) as Record<string, unknown>
  const entries = Object.entries(values).map(
    ([key, value]) => [key, { line: config.entries.get(key)?.line ?? 1, value: { value } }] as const,
  )
  return { path: config.path, entries: new Map(entries) }
}
