import type { AuthState } from '#app/report-desk/auth-state.ts'

type Loaders = typeof import('#app/report-desk/desk-loaders.ts')

/**
 * Creates the loader of a desk page, which loads nothing without a session. Every page of the application has it, so the
 * loaders themselves come with the first page of the desk.
 *
 * @param pick takes the page's own from all loaders
 */
export function deskLoader<L>(pick: (loaders: Loaders) => (loading: L) => Promise<unknown>) {
  return async (loading: L & { context: { auth: AuthState } }): Promise<void> => {
    if (loading.context.auth.type !== 'signed-in') return
    await pick(await import('#app/report-desk/desk-loaders.ts'))(loading)
  }
}
