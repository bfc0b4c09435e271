import { build, type Plugin } from 'vite'
import { describe, expect, it } from 'vitest'
import { type PatchedModule, patchPlugin, replaceOrFail } from '#fairlead/host/upstream/replace-or-fail.ts'

const PATCH = { file: 'sail.ts', package: 'vite', version: '1.2.3' }

const ADVICE =
  'Delete that file and its line in app/fairlead/host/upstream/patches.ts, or build with SKIP_UPSTREAM_PATCHES=1: its head says what is lost.'

describe('a text of a package', () => {
  it('is replaced once, as it is written', () => {
    expect(replaceOrFail('a b a', 'a', '$&', PATCH)).toBe('$& b a')
  })

  it('that is not there is an error that names the package, its version, the file and what to do', () => {
    expect(() => replaceOrFail('a', 'mast(', 'b', PATCH)).toThrow(
      /^vite 8\.\d+\.\d+: app\/fairlead\/host\/upstream\/sail\.ts, written for 1\.2\.3, does not find "mast\("\. Delete that file/,
    )
  })
})

const NESTED = '/node_modules/other/node_modules/sail/entry.js'

/** Builds a module of this code for the server, with a patch of these modules. */
async function buildWith(code: string, modules: PatchedModule[], path = '/entry.js'): Promise<string> {
  const entry: Plugin = {
    name: 'test:entry',
    resolveId: (id) => (id === path ? id : undefined),
    load: (id) => (id === path ? code : undefined),
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: true, write: false, rolldownOptions: { input: path } },
    plugins: [entry, patchPlugin(PATCH, 'ssr', modules)],
  })
  return 'output' in built ? built.output[0].code : ''
}

describe('a build', () => {
  it('has the edited text', async () => {
    expect(await buildWith('globalThis.a = 1', [{ id: /entry\.js$/, edits: [['= 1', '= 2']] }])).toContain('= 2')
  })

  it('leaves the copy of another version alone, which a package brings', async () => {
    const copy = buildWith('globalThis.a = 1', [{ id: /entry\.js$/, edits: [['= 1', '= 2']] }], NESTED)
    await expect(copy).rejects.toThrow('is for a module that the build has not seen')
  })

  it.each([
    ['the text is not found', /entry\.js$/, 'does not find "= 1"'],
    ['the module is never seen', /other\.js$/, 'is for a module that the build has not seen (/other\\.js$/)'],
  ])('fails when %s', async (_, id, fault) => {
    const failed = buildWith('globalThis.a = 3', [{ id, edits: [['= 1', '= 2']] }])
    await expect(failed).rejects.toThrow(`sail.ts, written for 1.2.3, ${fault}. ${ADVICE}`)
  })
})
