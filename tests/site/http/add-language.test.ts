import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

let copy: string

beforeAll(() => {
  copy = temporaryFolder(join(root, 'tests/.tmp'))
  copyFiles(projectFiles(), copy)
  const table = readFileSync(join(root, 'app/routing.ts'), 'utf8')
  writeFileSync(join(copy, 'app/routing.ts'), table.replace(/locales: \[/, "locales: ['fr', "))
  mkdirSync(join(copy, 'app/locales/fr'))
  write('shell', { notFound: { explain: 'Il n’y a pas de page à cette adresse.' }, theme: { label: 'Couleurs' } })
})
function write(namespace: string, messages: object): void {
  writeFileSync(join(copy, `app/locales/fr/${namespace}.json`), JSON.stringify(messages))
}

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const command = (...args: string[]) => run('app/fairlead/cli/cli.ts', ...args)

describe('a language with two messages, in the table and in a folder of its own', () => {
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
})
