/** The tab's storage remembers under this and the target that a document was fetched for it. */
export const RELOADED_KEY = 'fairlead:document:'

/** Whether the document was fetched for `target` and its code has not loaded since. Where storage is denied: yes. */
export function hasReloaded(target: string, storage?: Pick<Storage, 'getItem'>): boolean {
  try {
    return (storage ?? sessionStorage).getItem(RELOADED_KEY + target) !== null
  } catch {
    return true
  }
}
