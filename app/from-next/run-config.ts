import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIMITS } from '#app/from-next/limits.ts'
import type { NextConfig } from '#app/from-next/read-config.ts'
import { SourceError } from '#app/from-next/source-error.ts'

/** Separates the values from what the config prints itself. */
const MARK = '\u0001from-next\u0001'

/** Runs in a process of its own, and prints the values as JSON. */
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
 * Runs `next.config` in a process of its own, with a time limit and without the environment variables of this one.
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
  if (status !== 0 || at === -1)
    throw fail(
      `failed: ${
        stderr
          .trim()
          .split('\n')
          .find((line) => /^\w*Error\b/.test(line)) ?? stderr.slice(0, 200)
      }`,
    )
  const values = JSON.parse(stdout.slice(at + MARK.length)) as Record<string, unknown>
  const entries = Object.entries(values).map(
    ([key, value]) => [key, { line: config.entries.get(key)?.line ?? 1, value: { value } }] as const,
  )
  return { path: config.path, entries: new Map(entries) }
}
