import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyProject } from '#tests/harness/copy-project.ts'
import { root } from '#tests/harness/project-files.ts'
import { upgradeOf } from '#tests/soak/upgrades.ts'

/** Time for the installation, the checks and the builds. */
const UPGRADE_MS = 600_000

type Manifest = { dependencies: Record<string, string> }

const { exclude } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { exclude: string[] }

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** Packages that are upgraded. The router comes with Start, which names its version. */
const PACKAGES = Object.keys(dependencies).filter(
  (name) => /^@(tanstack|sentry)\//.test(name) && name !== '@tanstack/react-router',
)

/** Asks the registry about one package; `undefined` if it cannot be reached. */
function view(spec: string, field: string): unknown {
  const { status, stdout } = spawnSync('npm', ['view', spec, field, '--json'], { encoding: 'utf8', timeout: 60_000 })
  return status === 0 ? (JSON.parse(stdout) as unknown) : undefined
}

/** Returns the published versions of a package. Sentry's need each other in one version: the ones that all of them have. */
function readPublished(name: string): string[] | undefined {
  const names = name.startsWith('@sentry/') ? PACKAGES.filter((other) => other.startsWith('@sentry/')) : [name]
  const lists = names.map((one) => view(one, 'versions') as string[] | undefined)
  if (lists.includes(undefined)) return undefined
  return lists[0]?.filter((version) => lists.every((list) => list?.includes(version)))
}

/** Returns the versions to try, as `name@version` of all packages; `undefined` without a registry. */
function readUpgrade(): string[] | undefined {
  const set: string[] = []
  for (const name of PACKAGES) {
    const published = readPublished(name)
    if (!published) return undefined
    const installed = dependencies[name] ?? ''
    set.push(`${name}@${upgradeOf(installed, published) ?? installed}`)
  }
  const start = set.find((spec) => spec.startsWith('@tanstack/react-start@')) ?? ''
  const router = view(start, 'dependencies.@tanstack/react-router') as string | undefined
  return router === undefined ? set : [...set, `@tanstack/react-router@${router}`]
}

const upgrade = readUpgrade()
if (!upgrade) process.stdout.write('upgrades: not tried, because npm view cannot reach the registry\n')

let folder: string

/** Runs a command in the copy. Returns the end of its output if it fails. */
function failureOf(command: string, args: readonly string[]): string | undefined {
  const { VITEST: _, ...inherited } = process.env
  const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH ?? ''].join(':')
  const options = { cwd: folder, encoding: 'utf8', env: { ...inherited, PATH }, timeout: UPGRADE_MS } as const
  const { status, stdout, stderr } = spawnSync(command, args, options)
  return status === 0 ? undefined : stripVTControlCharacters(`${stdout}${stderr}`).trim().slice(-3_000)
}

describe.runIf(upgrade)('an upgrade of TanStack and Sentry', () => {
  beforeAll(() => {
    const copy = copyProject()
    folder = copy.folder
    return copy.remove
  }, UPGRADE_MS)
  it(
    `to ${upgrade?.join(', ')}`,
    () => {
      const set = upgrade ?? []
      // Where nothing newer is published, older versions are tried, which the ranges of the library's peers leave out.
      const options = [
        '--save-exact',
        '--min-release-age=0',
        '--legacy-peer-deps',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ]
      const install = ['install', ...options, ...set]
      expect(failureOf('npm', install), `npm ${install.join(' ')}`).toBeUndefined()
      // The bench measures peers in the versions that are pinned, so its types are not asked of others.
      writeFileSync(
        join(folder, 'tsconfig.upgrade.json'),
        JSON.stringify({ extends: './tsconfig.json', exclude: ['tests/bench', ...exclude] }),
      )
      const broken = {
        // It makes the types of messages.
        build: failureOf('node', ['app/fairlead/cli/cli.ts', 'build']),
        types: failureOf('tsc', ['-p', 'tsconfig.upgrade.json']),
        contract: failureOf('vitest', [
          'run',
          '--config',
          'tests/vitest.config.ts',
          '--project=unit*',
          'tests/fairlead/navigation/router-contract',
        ]),
      }
      const words = Object.entries(broken).map(([what, why]) => `${what}: ${why ?? 'ok'}`)
      process.stdout.write(`${set.join(' ')}\n  ${words.join('\n  ')}\n`)
      expect(broken).toEqual({ types: undefined, build: undefined, contract: undefined })
    },
    UPGRADE_MS,
  )
})
