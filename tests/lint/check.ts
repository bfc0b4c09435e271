// Import directions and file lengths over the whole project: `node tests/lint/check.ts`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lengthFaults } from '#tests/lint/file-length.ts'
import { violations } from '#tests/lint/import-directions.ts'
import { projectFiles, root } from '#tests/project-files.ts'

const GENERATED = new Set(['routeTree.gen.ts'])

const files = projectFiles()
  .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !GENERATED.has(path) && !path.startsWith('tests/bench/peers/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))

const broken = violations(files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path)))
const long = lengthFaults(files)

for (const { path, rule, detail } of broken) console.log(`${path}: ${rule}: ${detail}`)
for (const { path, lines, fails } of long)
  console.log(`${path}: ${lines} lines: ${fails ? 'too long' : 'wants splitting'}`)
console.log(`${files.length} files: ${broken.length} imports against the directions, ${long.length} long`)
if (broken.length > 0 || long.some(({ fails }) => fails)) process.exitCode = 1
