import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { documentState } from '#fairlead/host/upstream/document-state.ts'
import { lazyTransport } from '#fairlead/host/upstream/lazy-transport.ts'
import { upstreamPatches } from '#fairlead/host/upstream/patches.ts'
import { requestAccessors } from '#fairlead/host/upstream/request-accessors.ts'
import { root } from '#tests/harness/project-files.ts'
import { flattenPlugins } from '#tests/fairlead/host/vite/flatten-plugins.ts'

type Transform = { filter: { id: RegExp[] }; handler: (code: string, id: string) => { code: string } }

const transformOf = (plugin: Plugin) => plugin.transform as unknown as Transform

const ROUTER = 'node_modules/@tanstack/router-core/dist/esm/ssr'
const QUERY = 'node_modules/@tanstack/query-core/build/modern/query.js'
const CALLER = 'node_modules/@tanstack/start-client-core/dist/esm/client-rpc/createClientRpc.js'

describe('patches of the installed packages', () => {
  it.each([
    [documentState(), `${ROUTER}/ssr-server.js`, 'serializeState(crossSerializeStream, dehydratedRouter, {'],
    [documentState(), `${ROUTER}/serializer/seroval-plugins.ssr.js`, 'const ssrSerovalPlugins = [ constantDataPlugin,'],
    [requestAccessors()[0], `${ROUTER}/ssr-server.js`, 'router.ssr = new RequestSsr(() => {'],
    [requestAccessors()[1], QUERY, 'signal: {\n\t\t\t\t\tenumerable: true,\n\t\t\t\t\tvalue: ('],
    [lazyTransport()[0], CALLER, 'from "virtual:lazy-transport"'],
  ])('%#: edits %s and keeps its lines', (plugin, path, edited) => {
    const { filter, handler } = transformOf(plugin as Plugin)
    const file = join(root, path)
    expect(filter.id.some((id) => id.test(file))).toBe(true)
    const before = readFileSync(file, 'utf8')
    const { code } = handler(before, file)
    expect(before).not.toContain(edited)
    expect(code).toContain(edited)
    expect(code.split('\n')).toHaveLength(before.split('\n').length)
  })

  it('import files that exist', () => {
    const file = join(root, ROUTER, 'ssr-server.js')
    const { code } = transformOf(documentState()).handler(readFileSync(file, 'utf8'), file)
    const [, imported = ''] = /^import \{ serializeState \} from "([^"]+)"/.exec(code) ?? []
    expect(existsSync(imported), imported).toBe(true)
  })
})

describe('SKIP_UPSTREAM_PATCHES', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('leaves all of them out', async () => {
    expect((await flattenPlugins(upstreamPatches())).length).toBeGreaterThan(3)
    vi.stubEnv('SKIP_UPSTREAM_PATCHES', '1')
    expect(upstreamPatches()).toEqual([])
  })
})
