// The build and the server of an application, for `app.config.ts`.

import { registerApplicationFiles } from '#fairlead/host/application-files.ts'
import type { ConfigOptions } from '#fairlead/host/vite/build-output.ts'

export type { ConfigOptions }

/**
 * Creates the vinxi app that develops and builds an application. All of `app.config.ts`:
 *
 *     import { fairlead } from 'fairlead/config'
 *
 *     export default await fairlead()
 */
export async function fairlead(options: ConfigOptions = {}) {
  // First, because the modules below read files of the application.
  registerApplicationFiles()
  const { createHostApp } = await import('#fairlead/host/vite/vinxi-routers.ts')
  return createHostApp(options)
}
