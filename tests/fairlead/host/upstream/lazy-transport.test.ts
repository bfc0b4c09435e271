import { build, type Plugin, type Rolldown } from 'vite'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { lazyTransport, lazyTransportModule, lazyTransportPlugin } from '#fairlead/host/upstream/lazy-transport.ts'
import { patchPlugin, unfitness } from '#fairlead/host/upstream/replace-or-fail.ts'
import { serverFunctionsPlugin } from '#fairlead/host/vite/server-functions-plugin.ts'
import { root } from '#tests/harness/project-files.ts'

const ENTRY = 'virtual:entry'

/** Builds one browser file of a source as Vite builds the client, with Start's modules as they are installed. */
async function buildClient(source: string, isPatched = true): Promise<Rolldown.OutputChunk[]> {
  const entry: Plugin = {
    name: 'test:entry',
    resolveId: (id) => (id === ENTRY ? `${root}/entry.js` : undefined),
    load(id) {
      if (id === `${root}/entry.js`) return source
      // Start's own plugins, which compile them, take no part here.
      return /\.functions\.tsx?$/.test(id) ? 'globalThis.functions = true' : undefined
    },
  }
  const output = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { 'process.env.TSS_SERVER_FN_BASE': '"/_serverFn/"' },
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY } },
    plugins: [entry, serverFunctionsPlugin(), isPatched && [patchPlugin(lazyTransport), lazyTransportPlugin()]],
  })) as Rolldown.RolldownOutput
  return output.output.filter((file) => file.type === 'chunk')
}

function holds(chunk: Rolldown.OutputChunk | undefined, module: string): boolean {
  return chunk?.moduleIds.some((id) => id.endsWith(module)) ?? false
}

const CALL = `import { createClientRpc } from '@tanstack/react-start/client-rpc'\nglobalThis.call = createClientRpc('id')`

const LOAD_ALL = `import { loadServerFunctions } from 'virtual:server-functions'\nglobalThis.load = loadServerFunctions`

describe.runIf(unfitness(lazyTransport) === undefined)('the transport of server functions', () => {
  it('is a file of its own that the entry imports later, beside the functions and not after them', async () => {
    const chunks = await buildClient(`${CALL}\n${LOAD_ALL}`)
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

  it('is in the entry of a build that leaves packages as they are', async () => {
    const chunks = await buildClient(`${CALL}\n${LOAD_ALL}`, false)
    const entry = chunks.find(({ isEntry }) => isEntry)
    expect(holds(entry, '/client-rpc/serverFnFetcher.js')).toBe(true)
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
