import { createHash } from 'node:crypto'

/** A stack frame: its function, and its file with or without folders. */
export type Frame = { function: string; file: string }

/** Frames in a fingerprint. Frames further down describe the caller rather than the failure. */
const FRAMES = 3

/** The characters of a message that are read, and the characters of its normal form that count. */
const MESSAGE_CHARS = { read: 3_000, counted: 300 }

/** The characters of a file name that are read. Reports come from browsers, so a name may have any length. */
const FILE_CHARS = 1_000

/** Replaces the parts of a message that differ between occurrences of one problem: numbers, ids, URLs. */
function normalizeMessage(message: string): string {
  return message
    .slice(0, MESSAGE_CHARS.read)
    .replaceAll(/https?:\/\/\S+/g, '<url>')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[\da-f]{16,}\b/gi, '<id>')
    .replaceAll(/\d+/g, '<n>')
    .slice(0, MESSAGE_CHARS.counted)
}

/** Returns the name of a file without its host, its folders, and the hash that a build adds. */
function plainFileName(file: string): string {
  const name = file.slice(0, FILE_CHARS).split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  return name.replace(/[-.][\w-]{8,100}(?=\.\w{1,20}$)/, '')
}

/** Hashes the texts of a fingerprint to sixteen hexadecimal digits. */
export function hashFingerprint(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
}

/**
 * Returns the texts of a fingerprint, which groups the occurrences of one problem across builds, without line numbers
 * and hashes. Pure.
 *
 * @param frames of the application's code, the top one last
 */
export function fingerprintTexts(kind: string, message: string, frames: readonly Frame[]): string[] {
  const named = frames.slice(-FRAMES).map((frame) => `${frame.function}@${plainFileName(frame.file)}`)
  return [kind, normalizeMessage(message), ...named]
}

/** `at name (file:1:2)` or `at file:1:2`, V8's format. */
const LINE = /^\s*at (?:(?:async )?(.+?) \()?(?:file:\/\/)?([^()]+?):\d+:\d+\)?$/

/** Returns the frames of the application's code in a V8 stack, the top one last. Pure. */
export function inAppFrames(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '?', file = ''] = LINE.exec(line) ?? []
      const isInApp = file !== '' && !file.includes('node_modules') && !/^node:|^<|^native/.test(file)
      return isInApp ? [{ function: name, file }] : []
    })
    .toReversed()
}

/** Returns the fingerprint of a thrown value: sixteen hexadecimal digits. Never throws. */
export function getFingerprint(thrown: unknown): string {
  try {
    if (thrown instanceof Error) {
      return hashFingerprint(fingerprintTexts(thrown.name, thrown.message, inAppFrames(thrown.stack ?? '')))
    }
    return hashFingerprint(fingerprintTexts(typeof thrown, String(thrown), []))
  } catch {
    return hashFingerprint(['unreadable'])
  }
}
