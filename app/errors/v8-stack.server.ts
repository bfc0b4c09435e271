import { fingerprintParts, type Frame, hashParts } from '#app/errors/fingerprint.ts'

/** `at name (file:1:2)` or `at file:1:2`, as V8 writes it. */
const LINE = /^\s*at (?:(?:async )?(.+?) \()?(?:file:\/\/)?([^()]+?):\d+:\d+\)?$/

/** The frames of our own code in a stack as V8 writes it, the top one last. Pure. */
export function inAppFrames(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '?', file = ''] = LINE.exec(line) ?? []
      const ours = file !== '' && !file.includes('node_modules') && !/^node:|^<|^native/.test(file)
      return ours ? [{ function: name, file }] : []
    })
    .toReversed()
}

/** Sixteen hexadecimal digits that group what was thrown with others of its kind. Never throws. */
export function getFingerprint(thrown: unknown): string {
  try {
    if (thrown instanceof Error) {
      return hashParts(fingerprintParts(thrown.name, thrown.message, inAppFrames(thrown.stack ?? '')))
    }
    return hashParts(fingerprintParts(typeof thrown, String(thrown), []))
  } catch {
    return hashParts(['unreadable'])
  }
}
