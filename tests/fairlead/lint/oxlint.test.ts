import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

/** Code that the lint rejects, by rule. */
const BAD: Record<string, string> = {
  'no-explicit-any': `export const a: any = 1`,
  'no-floating-promises': `export function b() {\n  Promise.resolve(1)\n}`,
  'no-misused-promises': `export const c = [1].filter(async () => Promise.resolve(true))`,
  'await-thenable': `export async function d() {\n  await 1\n}`,
  'switch-exhaustiveness-check': `export function e(kind: 'x' | 'y') {\n  switch (kind) {\n    case 'x':\n      return 1\n  }\n}`,
  'no-unsafe-member-access': `export const f = (JSON.parse('{}')).name as string`,
  'ban-ts-comment': `// @ts-ignore\nexport const g = 1`,
  'no-else-return': `export function h(j: boolean) {\n  if (j) {\n    return 1\n  } else {\n    return 2\n  }\n}`,
  eqeqeq: `export const i = (j: string) => j == '1'`,
  'no-cycle': `import type { Other } from './other.ts'\nexport type Own = Other | 1`,
  'max-lines': 'export {}\n'.repeat(401),
}

const folder = temporaryFolder()

beforeAll(() => {
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, types: [] } }))
  writeFileSync(join(folder, 'other.ts'), `import type { Own } from './no-cycle.ts'\nexport type Other = Own[]\n`)
  for (const [rule, source] of Object.entries(BAD)) writeFileSync(join(folder, `${rule}.ts`), `${source}\n`)
})

it('the lint refuses what the house does not write', () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format=unix', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(status).not.toBe(0)
  for (const rule of Object.keys(BAD)) {
    const found = stdout.split('\n').filter((line) => line.startsWith(`${rule}.ts:`) && line.includes(`(${rule})`))
    expect(found, rule).not.toEqual([])
  }
})
