import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Figure } from '#tests/bench/measurement.ts'
import { root } from '#tests/harness/project-files.ts'

/** The figures of one part, with what they were taken on. */
export type PartResult = {
  measuredAt: string
  command: string
  machine: { cpu: string; cores: number; memoryGb: number; system: string }
  versions: Record<string, string>
  figures: Figure[]
}

/** Stored results: the last run of each part. */
export type Results = { parts: Record<string, PartResult> }

export const RESULTS_FILE = join(root, 'tests/bench/results/latest.json')

export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { parts: {} }
    throw error
  }
}

/** Versions of the compared packages, as pinned in `package.json` files. */
function versions(): Record<string, string> {
  type Manifest = { version: string; dependencies: Record<string, string> }
  const read = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  const peer = (name: string, pinned = name) => read(`tests/bench/peers/${name}`).dependencies[pinned] ?? ''
  return {
    Fairlead: read('').version,
    'Next.js': peer('next'),
    vinext: peer('vinext'),
    'React Router': peer('react-router'),
    'TanStack Start': peer('tanstack-start', '@tanstack/react-start'),
    React: read('').dependencies.react ?? '',
    Node: process.version.slice(1),
  }
}

/** Puts the figures of one part in the place of its older ones; other parts stay as they are. */
export function withPart(results: Results, part: string, result: PartResult): Results {
  return { parts: { ...results.parts, [part]: result } }
}

/** Writes what one part came to. */
export function keepPart(part: string, figures: Figure[], command: string): void {
  const [cpu] = cpus()
  const machine = {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
  }
  const result = { measuredAt: new Date().toISOString(), command, machine, versions: versions(), figures }
  mkdirSync(dirname(RESULTS_FILE), { recursive: true })
  writeFileSync(RESULTS_FILE, `${JSON.stringify(withPart(readResults(), part, result), null, 1)}\n`)
}
