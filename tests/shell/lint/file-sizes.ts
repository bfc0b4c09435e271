import type { SourceFile } from '#tests/shell/lint/import-directions.ts'

/** A file over `split` lines wants splitting; over `limit` it fails. */
export const FILE_LENGTH = { split: 250, limit: 400 }

/** Files that are over the lines of `FILE_LENGTH`. */
export function lengthFaults(files: readonly SourceFile[]): { path: string; lines: number; fails: boolean }[] {
  return files
    .map(({ path, source }) => ({ path, lines: source.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > FILE_LENGTH.split)
    .map(({ path, lines }) => ({ path, lines, fails: lines > FILE_LENGTH.limit }))
}
