import { encodeUnsafe } from '#fairlead/navigation/routing-table/match/url.ts'

/** True if `Location` accepts letters beyond ASCII, which it does once `set` has been replaced. */
function takesLetters(): boolean {
  try {
    new Headers().set('location', '/あ')
    return true
  } catch {
    return false
  }
}

/**
 * Replaces `set` of `Headers`, which throws for letters beyond Latin-1, so that `Location` is percent-encoded.
 * `redirect()` passes its `href` to `set` unchanged, within the handler, guard or loader that calls it, and has no
 * option for this.
 */
export function encodeLocation(): void {
  if (takesLetters()) return
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its object
  const { set } = Headers.prototype
  Headers.prototype.set = function setEncoded(name, value) {
    set.call(this, name, /^location$/i.test(name) ? encodeUnsafe(value) : value)
  }
}
