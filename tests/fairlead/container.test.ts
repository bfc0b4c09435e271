import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'

const patternsOf = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

it('what Git ignores gets into no image: data and secrets, packages and builds of this machine', () => {
  const ignored = patternsOf('.gitignore').map((line) => line.replace(/\/$/, ''))
  expect(ignored).toEqual(expect.arrayContaining(['data', '*.local', 'node_modules']))
  // A name without a slash is one in any folder, which Docker is told by `**`.
  const expected = ignored.map((pattern) => (pattern.includes('/') ? pattern : `**/${pattern}`))
  expect(patternsOf('.dockerignore')).toEqual(expect.arrayContaining(expected))
})

it('the name of the release, which comes from Git, is in the build context', () => {
  expect(patternsOf('.dockerignore')).not.toContain('.git')
})
