import { constants, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority

/**
 * Lets other processes of a build go first: the half of Nitro ends long before that of Vite, and the files of the browser are
 * compressed in the time that is left. Does nothing where a system forbids it.
 *
 * @param pid of a process; without it, this one
 */
export function lowerPriority(pid?: number): void {
  try {
    setPriority(pid ?? 0, pid === undefined ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW)
  } catch {
    // The build takes longer.
  }
}
