import { createIsomorphicFn } from '@tanstack/react-start'
import { readPublicEnv } from '#fairlead/platform/env.server.ts'

const NAME = 'public-env'

/** Returns the public variables as JSON: on the server from the environment, in the browser from the document. */
export const publicEnvText = createIsomorphicFn()
  .server(() => JSON.stringify(readPublicEnv()))
  .client(() => document.querySelector<HTMLMetaElement>(`meta[name="${NAME}"]`)?.content ?? '{}')

/** Returns `<meta name="public-env">`, from which the browser reads them; nothing for an application without any. */
export function publicEnvMeta() {
  const content = publicEnvText()
  return content === '{}' ? [] : [{ name: NAME, content }]
}
