import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import type { Counts } from '#tests/harness/counts-reporter.ts'
import { root } from '#tests/harness/project-files.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const FILES = {
  'vitest.config.mjs': 'export default { test: { globals: true } }',
  'tests.test.js': `
    it('passes', () => {})
    it('fails', () => expect(1, 'one').toBe(2))
    it('throws nothing of use', () => { throw null })
    it('passes the second time', { retry: 1 }, ({ task }) => expect(task.result.retryCount).toBe(1))
    it.skip('is left out', () => {})`,
  'hooks.test.js': `
    describe('a server', () => {
      afterAll(() => { throw new Error('still open\\n at its port') })
      it('passes', () => {})
    })`,
  'module.test.js': `throw new TypeError('no module')`,
}

it('a run is counted, and what failed is named, in tests and outside them', async () => {
  const folder = temporaryFolder(join(root, 'tests/.tmp'))
  writeFiles(folder, FILES)
  const file = join(folder, 'counts.json')
  const { code } = await runProgram(
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter', join(root, 'tests/harness/counts-reporter.ts')],
    { cwd: folder, env: { ...process.env, COUNTS_FILE: file } },
  )
  expect(code).toBe(1)
  const { passed, failed, failures } = JSON.parse(readFileSync(file, 'utf8')) as Required<Counts>
  expect({ passed, failed }).toEqual({ passed: 3, failed: 4 })
  const at = relative(root, folder)
  expect(failures.toSorted()).toEqual([
    `${at}/hooks.test.js > a server: Error: still open`,
    `${at}/module.test.js: TypeError: no module`,
    `${at}/tests.test.js > fails: AssertionError: one: expected 1 to be 2 // Object.is equality`,
    `${at}/tests.test.js > throws nothing of use: Error: null`,
  ])
})
