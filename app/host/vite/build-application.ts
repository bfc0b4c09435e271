// Vite's half of a build, the application and the host that serves it. A process of its own, so that both cores of a small
// machine have work while vinxi loads Nitro and that builds its half. It ends with the process that started it.
import { flushCompileCache } from 'node:module'
import { inspect } from 'node:util'
import { createBuilder, mergeConfig, type Plugin } from 'vite'
import { BUILD_LOG } from '#app/host/commands/build-output.ts'
import { BEGIN, BUILT, received } from '#app/host/vite/build-messages.ts'
import { hostPlugins, serverBuild } from '#app/host/vite/server-build.ts'
import { startPlugins, startViteConfig } from '#app/host/vite/vite-config.ts'

/**
 * Writes the compiled code of the build's own tools while Rolldown, which has threads of its own, writes the server's files:
 * the end of the process would do it after all others.
 */
const compileCachePlugin: Plugin = {
  name: 'fairlead:compile-cache',
  applyToEnvironment: ({ name }) => name === 'ssr',
  renderStart: () => void setImmediate(flushCompileCache),
}

async function buildApplication(): Promise<void> {
  const isQuiet = process.env[BUILD_LOG] === 'warn'
  const builder = await createBuilder(
    mergeConfig(startViteConfig, {
      configFile: false,
      // Otherwise Vite resolves its options three times, and Start formats the route tree each time.
      builder: { sharedConfigBuild: true },
      logLevel: isQuiet ? 'warn' : 'info',
      environments: { ssr: serverBuild },
      plugins: [startPlugins(), await hostPlugins(), compileCachePlugin],
    }),
  )
  await builder.buildApp()
}

process.once('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
// Its tools are loaded. vinxi says when this build has the folder for itself.
await received(process, BEGIN)
try {
  await buildApplication()
  // The other half goes on while this process writes its compiled code and frees its memory.
  process.send?.(BUILT, () => process.exit(0))
} catch (error) {
  process.stderr.write(`Build failed: ${inspect(error)}\n`)
  process.exit(1)
}
