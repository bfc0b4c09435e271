import { expect, it } from 'vitest'
import { lengthFaults } from '#tests/shell/lint/file-length.ts'

function file(lines: number): { path: string; source: string } {
  return { path: `${lines}.ts`, source: 'line\n'.repeat(lines) }
}

it('mentions a file over 250 lines and fails one over 400', () => {
  expect(lengthFaults([file(250), file(251), file(400), file(401)])).toEqual([
    { path: '251.ts', lines: 251, fails: false },
    { path: '400.ts', lines: 400, fails: false },
    { path: '401.ts', lines: 401, fails: true },
  ])
})
