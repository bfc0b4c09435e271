import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let used = pool.length

/** Returns cryptographically random bytes, each handed out once. The system is asked for many requests at a time. */
export function pooledRandomBytes(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + length))
  used += length
  return bytes
}
