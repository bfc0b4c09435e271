import { expect, it } from 'vitest'
import { explain } from '#fairlead/navigation/routing-table/explain/explain.ts'
import { header, redirect, served, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

const table = tableOf({
  redirects: [redirect('/other', '/x'), redirect('/a', '/secret', { has: [header('x')] })],
  rewrites: {
    beforeFiles: [{ source: '/a', destination: '/b' }],
    fallback: [{ source: '/:p*', destination: '/rest' }],
  },
})
const told = (url: string, headers?: Record<string, string>) => {
  const { steps, end } = explain(table, served(url, headers), (path) => (path === '/b' ? 'static' : null))
  return [
    ...steps.map((step) => `${step.rule.place} ${step.outcome} ${step.condition ?? step.to ?? ''}`.trim()),
    end.type,
  ]
}

it("an explanation has each rule's decision on a request", () => {
  expect(told('/a')).toEqual([
    'redirects[0] other-path',
    'redirects[1] unmet has[0]',
    'rewrites.beforeFiles[0] applied /b',
    'rewrite',
  ])
  expect(told('/a', { x: '1' })).toEqual(['redirects[0] other-path', 'redirects[1] applied /secret', 'redirect'])
  expect(told('/a/')).toEqual(['redirect'])
})
