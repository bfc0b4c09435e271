/**
 * Loads something when it is first asked for, and has it from then on; what failed is tried again. To an `import()` that
 * is called for every request: of a module that is there already it still takes Node some forty microseconds.
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
