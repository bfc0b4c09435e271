import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { followPage } from '#tests/site/handbook/tutorial/run-steps.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(join(folder, 'app'))
  writeFileSync(join(folder, 'app/site.ts'), 'export const site = {\n  name: 1,\n  title: 1,\n}\n')
})
const block = (language: string, ...lines: string[]) => ['```' + language, ...lines, '```'].join('\n')
const follow = (...parts: string[]) => followPage(parts.join('\n\n'), { name: 'page.md', folder, limitMs: 5_000 })
const content = (path: string) => readFileSync(join(folder, path), 'utf8')

describe('a page that is wrong fails with its name, the line and what happened', () => {
  it.each([
    ['a diff whose lines are not in the file', '-  name: 3,', 'the file has no such lines:\n  name: 3,'],
    ['a diff that fits in two places', '-x', 'the file has these lines 2 times:\nx'],
    ['a diff that changes nothing', '   name: 1,', 'the diff changes nothing'],
    ['a diff that shows no place', '+  name: 3,', 'the diff shows no line of the file'],
    ['a diff without marks', 'name: 1,', 'begins with none of: space, +, -, @@'],
  ])('%s', async (_, line, message) => {
    if (message.includes('2 times')) writeFileSync(join(folder, 'app/site.ts'), 'x\ny\nx\n')
    const before = content('app/site.ts')
    const failed = follow('Words.', 'In `app/site.ts`:', block('diff', line))
    await expect(failed).rejects.toThrow('page.md:5: app/site.ts: ')
    await expect(failed).rejects.toThrow(message)
    expect(content('app/site.ts')).toBe(before)
  })

  it('a command that fails, with what it wrote, and nothing after it is done', async () => {
    await expect(follow(block('sh', 'echo why', 'false', 'touch after'), block('ts', '// a.ts', 'x'))).rejects.toThrow(
      /^page\.md:1: echo why\nfalse\ntouch after\nexited with 1\nwhy\n$/,
    )
    expect([existsSync(join(folder, 'after')), existsSync(join(folder, 'a.ts'))]).toEqual([false, false])
  })

  it('tests that fail, with their names in the first line', async () => {
    const script = "printf ' FAIL  a.test.ts > adds\\nFAILED  tests (2 s)\\n'; false"
    await expect(follow(block('sh', script))).rejects.toThrow(`${script}, a.test.ts > adds, tests (2 s)\nexited with 1`)
  })

  it('a command in a section of another page, which is named too', async () => {
    const other = ['## A part {#part}', '', block('sh', 'touch followed', 'false'), '', '## Rest', '', block('sh', 'x')]
    const options = { name: 'page.md', folder, readPage: () => other.join('\n') }
    await expect(followPage('Follow [A part](other.md#part).', options)).rejects.toThrow(
      /^page\.md:1: other\.md:3: touch followed\nfalse\nexited with 1/,
    )
    expect(existsSync(join(folder, 'followed'))).toBe(true)
  })

  it('a command that does not end', async () => {
    const hanging = followPage(block('sh', 'sleep 60'), { name: 'page.md', folder, limitMs: 100 })
    await expect(hanging).rejects.toThrow('page.md:1: sleep 60\ntook longer than 100 ms')
  })

  it('a server that ends', async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { dev: 'echo broken; exit 1' } }))
    await expect(follow(block('sh', 'npm run dev'))).rejects.toThrow(/^page\.md:1: npm run dev\nended before/)
  })
})

it('a section that the folder has is not followed again', async () => {
  const pages: Record<string, string> = {
    whole: ['## A part {#part}', '', block('sh', 'echo whole >> log')].join('\n'),
    second: 'Follow [A part](whole.md#part).',
  }
  const followed = new Set<string>()
  for (const [page, source] of Object.entries(pages)) {
    await followPage(source, { name: `${page}.md`, folder, followed, readPage: (name) => pages[name] ?? '' })
  }
  expect(content('log')).toBe('whole\n')
})
