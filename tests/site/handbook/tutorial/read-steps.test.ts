import { describe, expect, it } from 'vitest'
import { readSteps, sectionOf } from '#tests/site/handbook/tutorial/read-steps.ts'

const block = (language: string, ...lines: string[]) => ['```' + language, ...lines, '```'].join('\n')
const read = (...parts: string[]) => readSteps(parts.join('\n\n'), 'page.md')

// What the pages have, the tutorials follow.
describe('the instructions of a page', () => {
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
