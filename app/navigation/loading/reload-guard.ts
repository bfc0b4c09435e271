/** The prefix of the storage keys, one for each target, that record a reload of its document. */
export const RELOADED_KEY = 'fairlead:document:'

/** Returns true when the document was requested for `target` and its code has not loaded since, or storage is denied. */
export function hasReloaded(target: string, storage?: Pick<Storage, 'getItem'>): boolean {
  try {
    return (storage ?? sessionStorage).getItem(RELOADED_KEY + target) !== null
  } catch {
    return true
  }
}
