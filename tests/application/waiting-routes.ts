import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '#tests/harness/project-files.ts'

/**
 * A page of the application whose link waits for something, or for nothing. `options` are those of the route, beside its
 * component, in which `query` is a query of the server; `link` are props of the link.
 */
type WaitingRoute = { waits: string | RegExp; options?: string; component?: string; link?: string; anchor?: true }

const LOAD = 'loader: (loading) => loading.context.load(query, loading),'
const SHOWS_QUERY = '<h1>{useSuspenseQuery(query).data}</h1>'
const CALL = /^the response of \/_serverFn\/\w+$/

/** Returns the words for a query of a page. */
const dataOf = (...key: (string | number)[]): string => `data of ${JSON.stringify(key)}`

/** Pages that were instant, each after a change that made it wait, by the name of the change. */
export const WAITING_ROUTES: Record<string, WaitingRoute> = {
  'load-moved-to-component': { waits: dataOf('load-moved-to-component'), component: SHOWS_QUERY },
  'query-in-effect': { waits: dataOf('query-in-effect'), component: '<h1>{useQuery(query).data}</h1>' },
  'second-query': {
    waits: dataOf('second'),
    options: LOAD,
    component: "<h1>{useSuspenseQuery(query).data}{useSuspenseQuery(queryOf('second')).data}</h1>",
  },
  'other-key': {
    waits: dataOf('otherkey'),
    options: LOAD,
    component: "<h1>{useSuspenseQuery(queryOf('otherkey')).data}</h1>",
  },
  'key-with-clock': {
    waits: /^data of \["key-with-clock\d+"\]$/,
    options: 'loader: (loading) => loading.context.load(queryOf(`key-with-clock${Date.now()}`), loading),',
  },
  'key-of-search': {
    waits: dataOf('page 2'),
    options: `validateSearch: (search: { page?: number }) => ({ page: search.page }), ${LOAD}`,
    component: "<h1>{useSuspenseQuery(query).data}{useSuspenseQuery(queryOf('page 2')).data}</h1>",
    link: 'search={{ page: 2 } as never}',
  },
  'no-prefetch': {
    waits: `code, ${dataOf('no-prefetch')}`,
    options: LOAD,
    component: SHOWS_QUERY,
    link: 'preload={false}',
  },
  'code-alone': { waits: dataOf('code-alone'), options: LOAD, component: SHOWS_QUERY, link: 'preload="code"' },
  'code-at-intent': {
    waits: dataOf('code-at-intent'),
    options: LOAD,
    component: SHOWS_QUERY,
    link: "preload={{ code: 'intent', data: false }}",
  },
  'no-code': { waits: 'code', link: 'preload={false}' },
  'loader-without-query': {
    waits: CALL,
    options: "loader: ({ abortController: { signal } }) => readWord({ data: 'a', signal }),",
  },
  'loader-of-route': {
    waits: 'the response of /readings',
    options: "loader: async () => (await fetch('/readings')).json(),",
  },
  'guard-asks-server': { waits: CALL, options: "beforeLoad: async () => void (await readWord({ data: 'a' }))," },
  'guard-redirects': {
    waits: /^the response of \/_serverFn\/\w+, a redirect to \/seeds\/instant-query$/,
    options: `beforeLoad: async () => {
      await readWord({ data: 'a' })
      throw redirect({ to: '/{-$locale}/seeds/instant-query' as '.' })
    },`,
  },
  'query-redirects': {
    waits: `${dataOf('query-redirects')}, a redirect to /start`,
    options:
      'loader: (loading) => loading.context.load({ ...query, queryFn: ({ signal }) => readMovedWord({ signal }) }, loading),',
  },
  'own-policy': {
    waits: 'a document',
    options: "staticData: { instant: true, csp: { images: ['https://charts.example'] } },",
  },
  'plain-anchor': { waits: 'a document', anchor: true },
  'reload-document': { waits: 'a document', link: 'reloadDocument' },
  'redirect-to-document': {
    waits: 'a document',
    options: "loader: () => { throw redirect({ to: '/{-$locale}/start', reloadDocument: true }) },",
  },
  'forgotten-at-once': {
    waits: dataOf('forgotten-at-once'),
    options: 'loader: (loading) => loading.context.load({ ...query, gcTime: 0 }, loading),',
  },
  'skipped-in-prefetch': {
    waits: dataOf('skipped-in-prefetch'),
    options: 'loader: (loading) => (loading.preload ? undefined : loading.context.load(query, loading)),',
  },
}

/** Pages that wait for nothing, although they look as if they did. */
export const INSTANT_ROUTES: Record<string, WaitingRoute> = {
  'instant-query': { waits: 'nothing', options: LOAD, component: SHOWS_QUERY },
  'instant-stream': {
    waits: 'nothing',
    options: 'loader: (loading) => loading.context.stream(query, loading),',
    component: SHOWS_QUERY,
  },
  'instant-effect': { waits: 'nothing', options: LOAD, component: '<h1>{useQuery(query).data}</h1>' },
  'instant-redirect': {
    waits: 'nothing',
    options: "loader: () => { throw redirect({ to: '/{-$locale}/seeds/instant-query' as '.' }) },",
  },
  'instant-guard': {
    waits: 'nothing',
    options: "beforeLoad: () => { throw redirect({ to: '/{-$locale}/seeds/instant-query' as '.' }) },",
  },
  'instant-picture': { waits: 'nothing', component: '<h1><img src={`/favicon.svg?${Date.now()}`} alt="" /></h1>' },
  'instant-viewport': { waits: 'nothing', options: LOAD, component: SHOWS_QUERY, link: 'preload="viewport"' },
}

const ALL = { ...WAITING_ROUTES, ...INSTANT_ROUTES }

const routeFile = (name: string, { options = '', component = '<h1>A page</h1>' }: WaitingRoute): string => `
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { queryOf, readMovedWord, readWord } from '#app/pages/words.functions.ts'

export const query = queryOf('${name}')
void [useQuery, useSuspenseQuery, redirect, readMovedWord, readWord]

export const Route = createFileRoute('/{-$locale}/seeds/${name}')({
  ${options.includes('staticData') ? '' : 'staticData: { instant: true },'}
  ${options}
  component: () => ${component},
})
`

const linkTo = ([name, { link = '', anchor }]: [string, WaitingRoute]): string =>
  anchor
    ? `<a href="/seeds/${name}">${name}</a>`
    : `<Link to={'/{-$locale}/seeds/${name}' as '.'} ${link}>${name}</Link>`

const INDEX = `
import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/seeds/')({
  component: () => <><h1>Seeds</h1>${Object.entries(ALL).map(linkTo).join('\n')}</>,
})
`

const WORDS = `
import { queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'

export const readWord = createServerFn({ method: 'GET' })
  .validator((word: string) => word)
  .handler(({ data }) => data)

export const readMovedWord = createServerFn({ method: 'GET' }).handler((): string => {
  throw redirect({ to: '/{-$locale}/start' })
})

export const queryOf = (word: string) =>
  queryOptions({ queryKey: [word], queryFn: ({ signal }) => readWord({ data: word, signal }) })
`

/** Writes the files of these pages, and returns them with the paths that they have in an application. */
export function waitingRouteFiles(): Map<string, string> {
  const files = new Map([
    ['app/pages/words.functions.ts', WORDS],
    ['app/routes/{-$locale}/seeds/index.tsx', INDEX],
    ...Object.entries(ALL).map(
      ([name, route]) => [`app/routes/{-$locale}/seeds/${name}.tsx`, routeFile(name, route)] as const,
    ),
  ])
  return new Map(
    [...files].map(([path, text]) => {
      const file = join('tests/.tmp/waiting-files', path)
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
      return [path, file]
    }),
  )
}
