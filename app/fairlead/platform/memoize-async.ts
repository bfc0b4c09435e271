/**
 * Memoizes the result of a call, unless it fails. It serves `import()` on every request: even for a loaded module
 * `import()` takes Node some 40 µs.
 */
export function memoizeAsync<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
