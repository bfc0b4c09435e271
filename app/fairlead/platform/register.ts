// The types that an application gives the library.

/**
 * The types that an application gives the library, by declaration merging in `app/register.d.ts`:
 *
 *     declare module 'fairlead/register' {
 *       interface Register {
 *         routing: typeof routing
 *         texts: typeof texts
 *         env: typeof variables
 *       }
 *     }
 *
 * The entry is this file itself: merged into a file that exports it again, TypeScript 7.0.2 may lose a declaration.
 */
export interface Register {}
