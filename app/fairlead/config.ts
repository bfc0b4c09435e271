import { registerApplicationFiles } from '#fairlead/host/application-files.ts'

/**
 * Creates the vinxi app that develops and builds an application. All of `app.config.ts`:
 *
 *     import { fairlead } from 'fairlead/config'
 *
 *     export default await fairlead()
 */
export async function fairlead() {
  // First, because the modules below read files of the application.
  registerApplicationFiles()
  const { createHostApp } = await import('#fairlead/host/vite/vinxi-routers.ts')
  return createHostApp()
}
