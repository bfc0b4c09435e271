import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { hideAssignedFunctions, removeAccessors } from '#app/host/vite/young-generation-plugin.ts'

it.each([
  ['this.load = () => 1', 'this.load = (0, () => 1)'],
  ['this.load = async ({ to }) => {\n  await to\n}', 'this.load = (0, async ({ to }) => {\n  await to\n})'],
  ['f.rich = function () {}', 'f.rich = (0, function () {})'],
  ['o[key] = () => 1', 'o[key] = (0, () => 1)'],
  ['a.b = () => { c.d = () => 1 }', 'a.b = (0, () => { c.d = (0, () => 1) })'],
  ['a.b = c.d = () => 1', 'a.b = c.d = (0, () => 1)'],
  ['const load = () => 1', 'const load = () => 1'],
  ['this.load = load', 'this.load = load'],
  ['this.load ??= () => 1', 'this.load ??= () => 1'],
  ['"é😀"; a.b = () => 1', '"é😀"; a.b = (0, () => 1)'],
])('hides functions that are assigned to a property: %s', (code, expected) => {
  expect(hideAssignedFunctions(code)).toBe(expected)
})

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
  expect(() => hideAssignedFunctions(changed)).not.toThrow()
})

it('leaves a module alone that has changed', () => {
  const id = `${queryCore}build/modern/query.js`
  const code = readFileSync(id, 'utf8').replace('return abortController.signal', 'return controller.signal')
  expect(removeAccessors(code, id)).toBe(code)
})
