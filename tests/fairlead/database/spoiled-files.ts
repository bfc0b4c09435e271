import { mkdirSync, writeFileSync } from 'node:fs'

/** Faults of a database's file, each with what spoils the file: rows for `describe.each`. */
export const SPOILED = [
  ['corrupt', (file: string) => writeFileSync(file, 'no database '.repeat(2_000))],
  ['misplaced', (file: string) => mkdirSync(file)],
] as const
