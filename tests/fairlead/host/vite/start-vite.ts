import { createServer, type PluginOption, type ViteDevServer } from 'vite'
import { onTestFinished } from 'vitest'

/** Starts a development server of a folder without a port, and closes it when the present test has ended. */
export async function startVite(root: string, ...plugins: PluginOption[]): Promise<ViteDevServer> {
  const server = { middlewareMode: true, ws: false } as const
  const vite = await createServer({ root, configFile: false, logLevel: 'silent', plugins, server })
  onTestFinished(() => vite.close())
  return vite
}
