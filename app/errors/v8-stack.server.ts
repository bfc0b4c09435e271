import { fingerprintParts, type Frame, hashParts } from '#app/errors/fingerprint.ts'

/** `at name (file:1:2)` or `at file:1:2`, as V8 writes it. */
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
      return hashParts(fingerprintParts(thrown.name, thrown.message, inAppFrames(thrown.stack ?? '')))
    }
    return hashParts(fingerprintParts(typeof thrown, String(thrown), []))
  } catch {
    return hashParts(['unreadable'])
  }
}
