import { createIsomorphicFn } from '@tanstack/react-start'
import { besidePaths } from 'virtual:routing'
import { readEnv } from '#fairlead/platform/env.server.ts'

/** The name of the `<meta>` with the paths. */
export const BESIDE_META = 'beside'

/**
 * Returns the patterns of paths whose side only the server knows: the paths that the old application keeps, and the
 * ones that visitors share. `BESIDE_KEEP` is set at the start, so the browser reads the patterns from its document.
 */
export const readBesidePaths = createIsomorphicFn()
  .server((): readonly string[] => (besidePaths ? [...besidePaths, ...readEnv().BESIDE_KEEP] : []))
  .client((): readonly string[] =>
    (document.querySelector<HTMLMetaElement>(`meta[name=${BESIDE_META}]`)?.content ?? '').split(' ').filter(Boolean),
  )
