import { join } from 'node:path'
import { build, createLogger } from 'vite'
import { expect, it } from 'vitest'
import { editText, type Patch, type PatchedModule, patchPlugin } from '#fairlead/host/upstream/replace-or-fail.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const MAST: PatchedModule = { path: 'mast.js', edits: [['= 1', '= 2']] }
const SHEET: PatchedModule = { path: 'sheet.js', header: 'globalThis.line = 5; ', edits: [['= 3', '= 4']] }

const SAIL: Patch = {
  file: 'sail.ts',
  package: 'sail',
  version: '1.2.3',
  cost: 'the boat is slower',
  environment: 'ssr',
  modules: [MAST, SHEET],
}

const TEXTS = { 'mast.js': 'globalThis.mast = 1', 'sheet.js': 'globalThis.sheet = 3' }

const ADVICE =
  'Without it the boat is slower. A newer fairlead may fit; patchPackages: false in app.config.ts leaves all edits out.'

/** Builds a server that imports these modules of the package `sail`, with a patch. */
async function buildWith({ texts = TEXTS, nestedIn = '', imported = Object.keys(TEXTS), patch = SAIL } = {}) {
  const root = temporaryFolder()
  const packages = join(root, 'node_modules')
  const files = { 'package.json': '{ "name": "sail", "version": "2.0.0", "type": "module" }', ...texts }
  writeFiles(packages, {
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`sail/${path}`, text])),
    'rig/node_modules/sail/mast.js': TEXTS['mast.js'],
  })
  writeFiles(root, {
    'entry.js': imported.map((path) => `import './node_modules/${nestedIn}sail/${path}'`).join('\n'),
  })
  const warnings: string[] = []
  const built = await build({
    root,
    configFile: false,
    customLogger: { ...createLogger('silent'), warn: (message) => void warnings.push(message) },
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input: join(root, 'entry.js') } },
    plugins: [patchPlugin(patch, packages)],
  })
  return { code: 'output' in built ? built.output[0].code : '', warnings }
}

it('a text is replaced once, as it is written', () => {
  expect(editText('a b a', { path: '', edits: [['a', '$&']] })).toEqual({ text: '$& b a' })
})

it('a build has the edited modules', async () => {
  const { code, warnings } = await buildWith()
  expect(code).toMatch(/mast = 2.*line = 5.*sheet = 4/s)
  expect(warnings).toEqual([])
})

it.each([
  ['one of its texts is not found', { texts: { ...TEXTS, 'sheet.js': 'globalThis.sheet = 7' } }, '"= 3" in sheet.js'],
  ['a module is not in the package', { patch: { ...SAIL, modules: [MAST, { ...SHEET, path: 'jib.js' }] } }, 'jib.js'],
])('a patch is left out with one warning, and stops no build, when %s', async (_, options, missing) => {
  const { code, warnings } = await buildWith(options)
  expect(code).toContain('mast = 1')
  expect(warnings).toEqual([
    expect.stringContaining(
      `sail 2.0.0: the edit sail.ts of fairlead, written for 1.2.3, does not find ${missing}. ${ADVICE}`,
    ),
  ])
})

it('a module that a build does not import is a warning', async () => {
  const { code, warnings } = await buildWith({ imported: ['sheet.js'] })
  expect(code).toContain('sheet = 4')
  expect(warnings).toEqual([expect.stringMatching(/is for \S+\/sail\/mast\.js, which this build has not\. Without it/)])
})

it('the copy of another version, which a package brings, is left alone', async () => {
  const { code } = await buildWith({ nestedIn: 'rig/node_modules/', imported: ['mast.js'] })
  expect(code).toContain('mast = 1')
})
