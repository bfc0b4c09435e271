import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRIVATE_PARTS, routerAssignments } from '#tests/fairlead/lint/router-members.ts'

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
  'CatchBoundary.getDerivedStateFromProps = derive',
  'router._committed = matches',
  'const inherited = router.matchRoutesLightweight(location)',
  'first.router._scroll.n = false',
  'router.history.createHref = withBasePath',
  'history.createHref = withBasePath',
  'route.update = update',
  'route.options.loader = load',
  'route.options[name] = load',
  'const options = route.options as Options; options.validateSearch = read',
  'const { options } = rootRoute; options.server = server',
])('the lint of router members refuses %s', (source) => {
  expect(faults(source)).toHaveLength(1)
})

it.each([
  'const router = createRouter()',
  'router = shown',
  'state.router = router',
  'delegates.prefetch = preload',
  'history.scrollRestoration = "manual"',
  'const options = {}; options.loader = load',
  'const next = Object.assign({}, router)',
])('the lint of router members accepts %s', (source) => {
  expect(faults(source)).toEqual([])
})

it('the lint of router members accepts all in the file that lists them', () => {
  expect(faults('router.load = load', 'app/fairlead/navigation/router-members.ts')).toEqual([])
})

it.each(Object.entries(PRIVATE_PARTS))('the files that may use %s do so', (name, { files }) => {
  for (const path of files) expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toContain(name)
})
