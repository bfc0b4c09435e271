import { createBuilder, mergeConfig } from 'vite'
import { BUILD_LOG } from '#app/host/commands/build-output.ts'
import { hostPlugins, serverBuild } from '#app/host/vite/server-build.ts'
import { startPlugins, startViteConfig } from '#app/host/vite/vite-config.ts'

/** Builds the browser's files, the application's server and the host. Rejects with the first error. */
export async function buildApplication(): Promise<void> {
  process.env.NODE_ENV = 'production'
  const builder = await createBuilder(
    mergeConfig(startViteConfig, {
      configFile: false,
      // Otherwise Vite resolves its options three times, and Start writes the route tree each time.
      builder: { sharedConfigBuild: true },
      logLevel: process.env[BUILD_LOG] === 'warn' ? 'warn' : 'info',
      environments: { ssr: serverBuild },
      plugins: [startPlugins(), await hostPlugins()],
    }),
  )
  await builder.buildApp()
}
