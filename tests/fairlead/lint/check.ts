// Import directions, members of routers, comments, sizes of files and features of browsers over the whole project:
// `node tests/fairlead/lint/check.ts`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { supportFaults } from '#tests/fairlead/lint/browser-support.ts'
import { commentFaults } from '#tests/fairlead/lint/comments.ts'
import { sizeFaults } from '#tests/fairlead/lint/file-sizes.ts'
import { tableCycles, violations } from '#tests/fairlead/lint/import-directions.ts'
import { routerAssignments } from '#tests/fairlead/lint/router-members.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const GENERATED = new Set(['routeTree.gen.ts'])

const all = projectFiles()
  .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !GENERATED.has(path) && !path.startsWith('tests/bench/peers/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
const files = all.filter(({ path }) => !path.endsWith('.css'))

const broken = [
  ...[violations, tableCycles, routerAssignments, commentFaults, sizeFaults].flatMap((check) => check(files)),
  ...supportFaults(all),
]

for (const { path, rule, detail } of broken) console.log(`${path}: ${rule}: ${detail}`)
console.log(`${files.length} files: ${broken.length} faults`)
if (broken.length > 0) process.exitCode = 1
