import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { commonjsExports } from '#fairlead/host/upstream/commonjs-exports.ts'

const MODULES: Record<string, string> = {
  '/entry.mjs': "import * as library from './library.cjs'; export { library }",
  '/library.cjs': "exports.hook = () => 1; Object.defineProperty(exports, 'late', { get: () => 2, enumerable: true })",
}

async function bundle(): Promise<Record<string, PropertyDescriptor>> {
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: { ssr: true, write: false, rolldownOptions: { input: '/entry.mjs' } },
    plugins: [
      { name: 'modules', resolveId: (id) => id.replace('./', '/'), load: (id) => MODULES[id] },
      commonjsExports(),
    ],
  })
  const { code } = (built as Rolldown.RolldownOutput).output[0]
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { library: object }
  return Object.getOwnPropertyDescriptors(module.library)
}

it('copies exports of CommonJS modules as values, but for accessors', async () => {
  const { hook, late } = await bundle()
  expect(hook).toMatchObject({ enumerable: true, value: expect.any(Function) })
  expect(late).toMatchObject({ enumerable: true, get: expect.any(Function) })
})
