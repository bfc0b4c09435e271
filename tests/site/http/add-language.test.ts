import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteName } from '#app/site.ts'
import { documentOf, textsOf } from '#tests/harness/html.ts'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'

let copy: string
let server: Server | undefined

beforeAll(() => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  copy = mkdtempSync(join(root, 'tests/.tmp/language-'))
  copyFiles(projectFiles(), copy)
  const table = readFileSync(join(root, 'app/routing.ts'), 'utf8')
  writeFileSync(join(copy, 'app/routing.ts'), table.replace(/locales: \[/, "locales: ['fr', "))
  mkdirSync(join(copy, 'app/locales/fr'))
  write('shell', { notFound: { explain: 'Il n’y a pas de page à cette adresse.' }, theme: { label: 'Couleurs' } })
})
afterAll(async () => {
  await server?.stop()
  rmSync(copy, { recursive: true, force: true })
})

function write(namespace: string, messages: object): void {
  writeFileSync(join(copy, `app/locales/fr/${namespace}.json`), JSON.stringify(messages))
}

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const command = (...args: string[]) => run('app/host/commands/cli.ts', ...args)

describe('a language with two messages, in the table and in a folder of its own', () => {
  it('is no type error', { timeout: 60_000 }, () => {
    const { stdout } = run('node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false')
    expect(stdout.split('\n').filter((line) => line.startsWith('app/'))).toEqual([])
  })

  it('is shown by npm run routes', () => {
    expect(command('routes').stdout).toMatch(/languages: fr, /)
  })

  it('is told what it lacks by npm run messages', () => {
    const { stdout, stderr, status } = command('messages')
    expect(stdout).toMatch(/^fr: (\d+) of \d+ messages are missing and shown in en\n(?: {2}[\w.-]+\n)+/m)
    const [, missing = ''] = /^fr: (\d+)/m.exec(stdout) ?? []
    const listed = stdout.split(/^en: /m, 1)[0]?.split('\n').slice(1).filter(Boolean) ?? []
    expect(listed).toHaveLength(Number(missing))
    expect(listed).toContain('  shell.skip')
    expect(listed).not.toContain('  shell.theme.label')
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('is told which of its messages nothing shows', () => {
    write('shel', { title: 'x' })
    write('home', { chrat: { axis: 'x' } })
    const { stderr, status } = command('messages')
    rmSync(join(copy, 'app/locales/fr/shel.json'))
    rmSync(join(copy, 'app/locales/fr/home.json'))
    expect(stderr).toBe(
      'fr: home.chrat.axis: en has no such message; rename or delete it\n' +
        'fr: shel.*: en has no such message; rename or delete it\n',
    )
    expect(status).toBe(1)
  })

  it('is built, and shows both and the rest in the default language', { timeout: 180_000 }, async () => {
    const { status, stderr } = command('build')
    expect(status, stderr).toBe(0)
    server = await startServer({ args: [join(copy, '.output/server/index.mjs')], cwd: copy })
    const html = await (await fetch(`${server.origin}/fr/no-such-page`)).text()
    expect(documentOf(html)).toMatchObject({ lang: 'fr', dir: 'ltr' })
    const texts = textsOf(html)
    expect(texts).toContain('Il n’y a pas de page à cette adresse.')
    expect(texts).toContain('Couleurs')
    expect(texts).toContain('Skip to the content')
    expect(texts).toContain('Français')
    expect(texts).toContain(siteName)
  })

  it('comes to the browser as one file, with nothing of another language', () => {
    const folder = join(copy, '.output/public/_build')
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    const shells = files.filter((text) => text.includes('Couleurs'))
    expect(shells).toHaveLength(1)
    expect(shells[0]).toContain('Skip to the content')
    expect(shells[0]).not.toContain('Zum Inhalt')
  })
})
