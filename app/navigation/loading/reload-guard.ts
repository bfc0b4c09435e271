/** The tab's storage remembers under this and the target that a document was fetched for it. */
export const RELOADED_KEY = 'fairlead:document:'

/** Returns true when the document was requested for `target` and its code has not loaded since, or storage is denied. */
export function hasReloaded(target: string, storage?: Pick<Storage, 'getItem'>): boolean {
  try {
    return (storage ?? sessionStorage).getItem(RELOADED_KEY + target) !== null
  } catch {
    return true
  }
}
