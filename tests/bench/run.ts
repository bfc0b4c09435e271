// The bench: `npm run bench`, or `node tests/bench/run.ts status bytes` for some of its parts. Figures that are compared
// with each other are measured in one run, in turn, so that a slow machine is slow for both. They are printed and
// written to results/latest.json. Exit code 1 when a figure misses its aim.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { measureBytes } from '#tests/bench/bytes.ts'
import { measureDesk } from '#tests/bench/desk.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { measureNavigation } from '#tests/bench/navigation.ts'
import { measureRules } from '#tests/bench/rules.ts'
import { measureStatus } from '#tests/bench/status.ts'
import { measureTunnel } from '#tests/bench/tunnel.ts'
import { root } from '#tests/project-files.ts'
import { serve } from '#tests/serve.ts'

const PARTS: Record<string, (origin: string) => Measurement[] | Promise<Measurement[]>> = {
  status: measureStatus,
  bytes: measureBytes,
  navigation: measureNavigation,
  rules: measureRules,
  tunnel: measureTunnel,
  desk: measureDesk,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no part of the bench; there are ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}

const server = await serve()
const measurements: Measurement[] = []
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) measurements.push(...(await measure(server.origin)))
  }
} finally {
  await server.stop()
}

let missed = 0
for (const { part, name, value, unit, aim } of measurements) {
  const within = aim === undefined || value <= aim
  if (!within) missed += 1
  const verdict = aim === undefined ? '' : `  ${within ? 'within' : 'MISSES'} ${aim} ${unit}`
  console.log(`${part.padEnd(12)}${name.padEnd(66)}${String(value).padStart(10)} ${unit}${verdict}`)
}

const folder = join(root, 'tests/bench/results')
mkdirSync(folder, { recursive: true })
const [cpu] = cpus()
const machine = { node: process.version, cpus: cpus().length, cpu: cpu?.model ?? 'unknown' }
const report = { measuredAt: new Date().toISOString(), machine, measurements }
writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`)
if (missed > 0) process.exitCode = 1
