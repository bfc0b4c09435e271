import { expect, it } from 'vitest'
import { routerAssignments } from '#tests/shell/lint/router-members.ts'

const faults = (source: string, path = 'app/navigation/thing.ts') => routerAssignments([{ path, source }])

it.each([
  'router.navigate = async () => {}',
  'host.router.load = load',
  'overlayRouter.commitLocation ??= commit',
  'router.options.hydrate = hydrate',
  'router.stores.setMatches = set',
  '(router as Members).preloadRoute = preload',
  'Object.assign(router, { preloadRoute })',
  'queryCache.config.onError = handle',
])('refuses %s', (source) => {
  expect(faults(source)).toHaveLength(1)
})

it.each([
  'router._committed = matches',
  'const router = createRouter()',
  'router = shown',
  'state.router = router',
  'hooks.prefetch = preload',
  'const next = Object.assign({}, router)',
])('accepts %s', (source) => {
  expect(faults(source)).toEqual([])
})

it('accepts all in the file that lists them', () => {
  expect(faults('router.load = load', 'app/navigation/router-patches.ts')).toEqual([])
})
