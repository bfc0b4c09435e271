import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick: `USER_HZ` is 100 on every processor that Node runs on. */
const TICK_MS = 10

/** A line of `/proc/<pid>/stat`: a process, its parent, and the ticks that it and its ended children have used. */
export type ProcessStat = { pid: number; parent: number; ticks: number }

/** Parses `/proc/<pid>/stat`, see proc(5). The name of the program is in brackets and may hold spaces and brackets. */
export function parseStat(line: string): ProcessStat {
  const [, parent, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // utime, stime, cutime, cstime
  const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0)
  return { pid: Number.parseInt(line, 10), parent: Number(parent), ticks }
}

/** Reads the processes that run. */
function readStats(): ProcessStat[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
    } catch {
      // It has ended since.
      return []
    }
  })
}

/** Returns the process and all that it has started, and those. */
function treeOf(root: number, stats: readonly ProcessStat[]): ProcessStat[] {
  const tree = stats.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...stats.filter(({ parent }) => parent === pid))
  return tree
}

/** Returns the processor time of a process tree so far, in milliseconds. */
export function processorMs(root: number, stats: readonly ProcessStat[] = readStats()): number {
  return treeOf(root, stats).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS
}
