import { PublicError } from '#fairlead/errors/public-error.ts'

/** Decides who may see a page. The original did so elsewhere: until you write it here, it refuses everybody. */
export async function guard(path: string): Promise<void> {
  throw new PublicError('GUARD_IS_MISSING', 403, `The guard of ${path} is not written yet.`)
}
