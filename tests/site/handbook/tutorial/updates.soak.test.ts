import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { cloneProject } from '#tests/harness/clone-project.ts'
import { followPage, runScript } from '#tests/site/handbook/tutorial/run-steps.ts'
import { commit, commitRelease, createRepository } from '#tests/site/handbook/tutorial/upstream.ts'

/** Longest time for two clones, the steps of two pages and three builds. */
const LIMIT_MS = 600_000

const readPage = (page: string) => readFileSync(join(root, `app/handbook/content/en/${page}.md`), 'utf8')

let temporary: string
beforeAll(() => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  temporary = mkdtempSync(join(root, 'tests/.tmp/release-'))
})
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

it(
  'an application of the next release, merged by the steps of "Getting updates", builds and has the right types',
  async () => {
    const { folder, remove } = cloneProject()
    try {
      const upstream = join(temporary, 'next')
      const follow = (page: string) => followPage(readPage(page), { name: `${page}.md`, folder, readPage })
      await createRepository(folder)
      await runScript(`git clone --quiet . ${upstream} && git remote add origin ${upstream}`, folder)
      await follow('make-it-yours')
      await commit(folder, 'Springtide')
      await commitRelease(upstream)
      await follow('getting-updates')
      await expect(runScript('node_modules/.bin/tsc -p .', folder)).resolves.toEqual(expect.any(String))
    } finally {
      remove()
    }
  },
  LIMIT_MS,
)
