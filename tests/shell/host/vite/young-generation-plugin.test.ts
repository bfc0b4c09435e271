import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { removeAccessors } from '#app/host/vite/young-generation-plugin.ts'

const { resolve } = createRequire(import.meta.url)
const routerCore = resolve('@tanstack/router-core').replace(/dist\/.*/, '')
const queryCore = resolve('@tanstack/query-core').replace(/build\/.*/, '')

it.each([
  [`${routerCore}dist/esm/ssr/ssr-server.js`, 'get manifest() {\n'],
  [`${queryCore}build/modern/query.js`, 'get: () => {\n'],
])('removes the accessor that each request would create from the installed %s', (id, accessor) => {
  const code = readFileSync(id, 'utf8')
  const changed = removeAccessors(code, id)
  expect(code).toContain(accessor)
  expect(changed).not.toContain(accessor)
  expect(changed.split('\n')).toHaveLength(code.split('\n').length)
})

it('leaves a module alone that has changed', () => {
  const id = `${queryCore}build/modern/query.js`
  const code = readFileSync(id, 'utf8').replace('return abortController.signal', 'return controller.signal')
  expect(removeAccessors(code, id)).toBe(code)
})
