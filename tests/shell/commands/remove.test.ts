import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import routing from '#app/routing.ts'
import { PARTS } from '#app/host/commands/parts.ts'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'

/** The parts that this application still has. */
const parts = Object.keys(PARTS).filter((part) => existsSync(join(root, 'app', part)))
const languages: readonly string[] = routing.locales.filter((locale) => locale !== routing.defaultLocale)

let copy: string
let server: Server | undefined

beforeAll(() => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  copy = mkdtempSync(join(root, 'tests/.tmp/remove-'))
  copyFiles(projectFiles(), copy)
  run('git', 'init', '--quiet')
  run('git', 'add', '--all')
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'x')
})
afterAll(async () => {
  await server?.stop()
  rmSync(copy, { recursive: true, force: true })
})

function run(program: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const node = (...args: string[]) => run(process.execPath, ...args)
const command = (...args: string[]) => node('app/host/commands/cli.ts', ...args)

describe.skipIf(parts.length === 0)('an application without its removable parts', () => {
  it('keeps what no commit has', () => {
    const [part = ''] = parts
    const file = `app/${part}/messages.d.ts`
    appendFileSync(join(copy, file), '\n')
    const { stderr, status } = command('remove', ...parts)
    expect(stderr).toContain(`${part} has changes that are not committed; commit them, or add -- --force:\n M ${file}`)
    expect(status).toBe(1)
    expect(parts.filter((name) => !existsSync(join(copy, 'app', name)))).toEqual([])
  })

  it('is made by one command, which prints what it deletes and edits', () => {
    const { stdout, stderr, status } = command('remove', ...parts, ...languages, '--force')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    for (const part of parts) expect(stdout).toContain(`deleted app/${part}\n`)
    for (const language of languages)
      expect(stdout).toContain(`edited  app/routing.ts: without '${language}' in locales`)
  })

  it('builds, and only then has its types', { timeout: 240_000 }, () => {
    const built = command('build')
    expect(built.status, built.stderr).toBe(0)
    expect(node('node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false').stdout).toBe('')
  })

  it('passes the checks of the house', { timeout: 120_000 }, () => {
    expect(node('tests/shell/lint/check.ts').stdout).toContain(' 0 faults')
    const { stdout, status } = run('node_modules/.bin/oxfmt', '--check')
    expect(status, stdout).toBe(0)
  })

  it('serves its pages, and takes reports', { timeout: 60_000 }, async () => {
    server = await startServer({ args: [join(copy, '.output/server/index.mjs')], cwd: copy })
    const { origin } = server
    const status = async (path: string) => (await fetch(origin + path, { redirect: 'manual' })).status
    expect(await status('/')).toBe(200)
    expect(await status('/healthz')).toBe(200)
    expect(await status('/sitemap.xml')).toBe(200)
    for (const path of ['/lab', '/handbook', '/reports', ...languages.map((language) => `/${language}`)]) {
      expect(await status(path), path).toBe(404)
    }
    const report = await fetch(`${origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
    expect(report.status).toBe(200)
    expect(server.log.join('\n')).not.toContain('token')
  })
})
