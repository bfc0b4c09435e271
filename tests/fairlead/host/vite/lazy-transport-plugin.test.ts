import { build, createLogger, type Plugin, type Rolldown } from 'vite'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { lazyTransportModule, lazyTransportPlugin } from '#fairlead/host/vite/lazy-transport-plugin.ts'
import { serverFunctionsPlugin } from '#fairlead/host/vite/server-functions-plugin.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const ENTRY = 'virtual:entry'

const SOURCE = `import { createClientRpc } from '@tanstack/react-start/client-rpc'
import { loadServerFunctions } from 'virtual:server-functions'
globalThis.call = createClientRpc('id')
globalThis.load = loadServerFunctions`

/** Builds one browser file of a source as Vite builds the client, with Start's modules as they are installed. */
async function buildClient(packages?: string): Promise<{ chunks: Rolldown.OutputChunk[]; warnings: string[] }> {
  const entry: Plugin = {
    name: 'test:entry',
    resolveId: (id) => (id === ENTRY ? `${root}/entry.js` : undefined),
    load(id) {
      if (id === `${root}/entry.js`) return SOURCE
      // Start's own plugins, which compile them, take no part here.
      return /\.functions\.tsx?$/.test(id) ? 'globalThis.functions = true' : undefined
    },
  }
  const warnings: string[] = []
  const output = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    customLogger: { ...createLogger('silent'), warn: (message) => void warnings.push(message) },
    publicDir: false,
    define: { 'process.env.TSS_SERVER_FN_BASE': '"/_serverFn/"' },
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY } },
    plugins: [entry, serverFunctionsPlugin(), lazyTransportPlugin(packages)],
  })) as Rolldown.RolldownOutput
  return { chunks: output.output.filter((file) => file.type === 'chunk'), warnings }
}

function holds(chunk: Rolldown.OutputChunk | undefined, module: string): boolean {
  return chunk?.moduleIds.some((id) => id.endsWith(module)) ?? false
}

describe('the transport of server functions', () => {
  it('is a file of its own that the entry imports later, beside the functions and not after them', async () => {
    const { chunks, warnings } = await buildClient()
    expect(warnings).toEqual([])
    const entry = chunks.find(({ isEntry }) => isEntry)
    const transport = chunks.find((chunk) => holds(chunk, '/client-rpc/serverFnFetcher.js'))
    const functions = chunks.find((chunk) => holds(chunk, 'virtual:server-functions/all'))

    expect(holds(entry, '/client-rpc/createClientRpc.js')).toBe(true)
    expect(transport?.isEntry).toBe(false)
    expect(transport?.exports).toContain('serverFnFetcher')
    expect(functions?.fileName).not.toBe(transport?.fileName)
    expect(entry?.dynamicImports).toEqual(expect.arrayContaining([functions?.fileName, transport?.fileName]))
    expect(entry?.imports).not.toContain(transport?.fileName)
  })

  it.each([
    ['has no such modules', {}],
    ['imports it by another name', { 'createClientRpc.js': 'import { send } from "./serverFnFetcher.js";' }],
    ['exports it by another name', { 'serverFnFetcher.js': 'export { send };' }],
  ])('stays in the entry, with a warning, when the package %s', async (_, changed) => {
    const packages = temporaryFolder()
    const known = {
      'createClientRpc.js': 'import { serverFnFetcher } from "./serverFnFetcher.js";',
      'serverFnFetcher.js': 'export { serverFnFetcher };',
    }
    const texts = Object.keys(changed).length === 0 ? {} : { ...known, ...changed }
    writeFiles(join(packages, '@tanstack/start-client-core/dist/esm/client-rpc'), texts)
    const { chunks, warnings } = await buildClient(packages)
    const entry = chunks.find(({ isEntry }) => isEntry)
    expect(holds(entry, '/client-rpc/serverFnFetcher.js')).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('each page loads 11 kB more')])
  })
})

describe('calls of server functions', () => {
  type Transport = { serverFnFetcher: (id: string) => Promise<string> }

  /** Runs the module that loads the transport later, with an `import()` of the test's own. */
  function callsWith(importTransport: () => Promise<Transport>) {
    const source = lazyTransportModule('transport').replace('import("transport")', 'importTransport()')
    return runInNewContext(`${source.replaceAll('export const', 'const')}\n({ loadTransport, serverFnFetcher })`, {
      importTransport,
    }) as Transport & { loadTransport: () => Promise<unknown> }
  }

  const TRANSPORT: Transport = { serverFnFetcher: async (id) => `data of ${id}` }

  it('do not import the transport again once it is loaded, so that a click waits for no task', async () => {
    const load = vi.fn(async () => TRANSPORT)
    const { loadTransport, serverFnFetcher: call } = callsWith(load)
    await loadTransport()
    expect(await Promise.all([call('a'), call('b')])).toEqual(['data of a', 'data of b'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('import it again after it could not be loaded', async () => {
    const load = vi.fn(async () => TRANSPORT).mockRejectedValueOnce(new Error('offline'))
    const { loadTransport, serverFnFetcher: call } = callsWith(load)
    await expect(loadTransport()).rejects.toThrow('offline')
    expect(await call('a')).toBe('data of a')
    expect(load).toHaveBeenCalledTimes(2)
  })
})
