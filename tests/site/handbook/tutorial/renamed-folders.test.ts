import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { runScript } from '#tests/site/handbook/tutorial/run-steps.ts'
import { commit, createRepository } from '#tests/site/handbook/tutorial/upstream.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const updatesPage = readFileSync(join(root, 'app/handbook/content/en/getting-updates.md'), 'utf8')

it('a file that a clone has added to a folder which is renamed stays where it is', async () => {
  const [merge = ''] = /^git merge .*$/m.exec(updatesPage) ?? []
  const clone = temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(join(clone, path, '..'), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  for (const name of ['a', 'b', 'c']) write(`app/ships/${name}.ts`, `export const ${name} = '${name.repeat(80)}'\n`)
  await createRepository(clone)
  await runScript('git switch --quiet --create update && git mv app/ships app/boats && git commit --quiet -m x', clone)
  await runScript('git switch --quiet main', clone)
  write('app/ships/mine.ts', 'export const mine = 1\n')
  await commit(clone, 'mine')
  await runScript(merge, clone)
  expect(existsSync(join(clone, 'app/boats/a.ts'))).toBe(true)
  expect(existsSync(join(clone, 'app/ships/a.ts'))).toBe(false)
  expect(readFileSync(join(clone, 'app/ships/mine.ts'), 'utf8')).toBe('export const mine = 1\n')
})
