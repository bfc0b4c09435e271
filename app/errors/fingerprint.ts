import { createHash } from 'node:crypto'

/** One frame of a stack: its function, and the file with or without folders. */
export type Frame = { function: string; file: string }

/** Frames that count: further down a stack tells more about who called than about what failed. */
const FRAMES = 3

/** Characters of a message that count, and those that are read for it: what is left out makes it shorter. */
const MESSAGE = { counted: 300, read: 3_000 }

/** Characters of a file that are read. Reports come from outside, and may call a file anything. */
const FILE = 1_000

/** A message without what differs between two occurrences of the same fault: numbers, ids, addresses. */
function normalizeMessage(message: string): string {
  return message
    .slice(0, MESSAGE.read)
    .replaceAll(/https?:\/\/\S+/g, '<url>')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[\da-f]{16,}\b/gi, '<id>')
    .replaceAll(/\d+/g, '<n>')
    .slice(0, MESSAGE.counted)
}

/** A file's name without host, folders that a build chooses, and hash. */
function withoutHash(file: string): string {
  const name = file.slice(0, FILE).split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  return name.replace(/[-.][\w-]{8,100}(?=\.\w{1,20}$)/, '')
}

/** Sixteen hexadecimal digits of what groups errors: the same parts give the same digits. */
export function hashParts(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
}

/**
 * What groups occurrences of one problem across builds: its kind, its message without particulars, and the top frames
 * of our own code without line numbers and hashes. Pure.
 *
 * @param frames of our own code, the top one last
 */
export function fingerprintParts(kind: string, message: string, frames: readonly Frame[]): string[] {
  const named = frames.slice(-FRAMES).map((frame) => `${frame.function}@${withoutHash(frame.file)}`)
  return [kind, normalizeMessage(message), ...named]
}
