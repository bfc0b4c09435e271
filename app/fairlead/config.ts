// The build and the server of an application, for `app.config.ts`.

import type { PluginOption } from 'vite'
import { registerApplicationFiles } from '#fairlead/host/application-files.ts'

/** The options of `fairlead()`, all of which may be left out. */
export type ConfigOptions = {
  /** Plugins of Vite that the application adds, for dev and for builds. */
  readonly plugins?: readonly PluginOption[]
}

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
