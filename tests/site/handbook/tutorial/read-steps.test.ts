import { describe, expect, it } from 'vitest'
import { readSteps, sectionOf } from '#tests/site/handbook/tutorial/read-steps.ts'

const block = (language: string, ...lines: string[]) => ['```' + language, ...lines, '```'].join('\n')
const read = (...parts: string[]) => readSteps(parts.join('\n\n'), 'page.md')

describe('the instructions of a page', () => {
  it.each([
    ['// app/a.ts', 'ts', 'app/a.ts'],
    ['// app/routes/{-$locale}/tides/$port.tsx', 'tsx', 'app/routes/{-$locale}/tides/$port.tsx'],
    ['/* app/ui/a.css */', 'css', 'app/ui/a.css'],
    ['<!-- public/a.html -->', 'html', 'public/a.html'],
  ])('write a file that the first line names: %s', (first, language, path) => {
    expect(read(block(language, first, 'x'))).toEqual([{ type: 'write', line: 1, path, content: `${first}\nx\n` }])
  })

  it('write a file that the paragraph above names', () => {
    expect(read('Create `app/a.json`, the file of `a`:', block('json', '{}'))).toEqual([
      { type: 'write', line: 3, path: 'app/a.json', content: '{}\n' },
    ])
  })

  it('edit a file by a diff', () => {
    expect(read('In `app/site.ts`:', block('diff', ' a', '-b'))).toEqual([
      { type: 'edit', line: 3, path: 'app/site.ts', diff: ' a\n-b' },
    ])
    expect(read(block('diff', '// app/site.ts', ' a', '-b'))).toEqual([
      { type: 'edit', line: 1, path: 'app/site.ts', diff: ' a\n-b' },
    ])
  })

  it('run commands, in order, in lists as well', () => {
    expect(read(block('sh', 'a', 'b'), '1. Then:\n\n   ```sh\n   c\n   ```\n2. Done')).toEqual([
      { type: 'run', line: 1, script: 'a\nb' },
      { type: 'run', line: 8, script: 'c' },
    ])
  })

  it('follow a section of another page', () => {
    expect(read(block('sh', 'a'), 'Follow [A title](other.md#part).', block('sh', 'b'))).toMatchObject([
      { type: 'run', script: 'a' },
      { type: 'follow', line: 5, page: 'other', section: 'part' },
      { type: 'run', script: 'b' },
    ])
    const other = ['## One', 'x', '## Two {#part}', 'y', '### Below', 'z', '## Three'].join('\n')
    expect(sectionOf(other, 'part')).toBe('\n\n## Two {#part}\ny\n### Below\nz')
    expect(() => sectionOf(other, 'none')).toThrow('the page has no section {#none}')
  })

  it('are not what is output, data without a file, or an example', () => {
    expect(
      read(
        'See `app/a.ts`:',
        block('text', 'x'),
        block('json', '{}'),
        block('ts example', 'x'),
        block('sh example', 'x'),
      ),
    ).toEqual([])
  })
})

describe('a page is refused with its name and the line of the block', () => {
  it.each([
    [[block('ts', 'const a = 1')], 'page.md:1: the block names no file'],
    [['Words.', block('diff', '+a')], 'page.md:3: the block names no file'],
    [['In `app/a.ts` and `app/b.ts`:', block('ts', 'x')], 'page.md:3: the paragraph above names several files'],
    [[block('cobol', 'x')], 'page.md:1: the block is in "cobol"; allowed: ts, tsx, css, diff,'],
    [[block('', 'x')], 'page.md:1: the block is in ""; allowed'],
    [[block('ts exemple', 'x')], 'page.md:1: the block is marked exemple; allowed: example'],
    [['Write `app/../../a.ts`:', block('ts', 'x')], 'page.md:3: app/../../a.ts is outside the project'],
  ])('%#', (parts, message) => {
    expect(() => read(...parts)).toThrow(message)
  })
})
