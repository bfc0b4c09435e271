// Import directions, members of routers, comments and sizes of files over the whole project:
// `node tests/shell/lint/check.ts`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commentFaults } from '#tests/shell/lint/comments.ts'
import { longFiles, sizeFaults } from '#tests/shell/lint/file-sizes.ts'
import { tableCycles, violations } from '#tests/shell/lint/import-directions.ts'
import { routerAssignments } from '#tests/shell/lint/router-members.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const GENERATED = new Set(['routeTree.gen.ts'])

const files = projectFiles()
  .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !GENERATED.has(path) && !path.startsWith('tests/bench/peers/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))

const sources = files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
const broken = [
  ...violations(sources),
  ...tableCycles(sources),
  ...routerAssignments(sources),
  ...commentFaults(sources),
  ...sizeFaults(sources),
]
const long = longFiles(files)

for (const { path, rule, detail } of broken) console.log(`${path}: ${rule}: ${detail}`)
for (const { path, lines } of long) console.log(`${path}: ${lines} lines: is it one concept?`)
console.log(`${files.length} files: ${broken.length} faults, ${long.length} long`)
if (broken.length > 0) process.exitCode = 1
