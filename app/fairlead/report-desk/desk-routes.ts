// The options of the desk's routes. An application spreads each into a separate route file, and names the component
// there, so that it is split into a chunk:
//
//     export const Route = createFileRoute('/reports/jobs')({
//       ...deskJobs,
//       component: JobsPage,
//       errorComponent: DeskError,
//     })
import { notFound, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { Filters } from '#fairlead/error-reports/store/problem-filters.ts'
import { getLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { toNumber } from '#fairlead/navigation/search-values.ts'
import type { AuthState } from '#fairlead/report-desk/auth.server.ts'
import type { VitalsSearch } from '#fairlead/report-desk/desk-queries.ts'
import { deskLoader, deskTitle, loadDeskMessages } from '#fairlead/report-desk/desk-route.ts'

type Params = { locale?: Locale | undefined }

type Head = Parameters<typeof deskTitle>[0]

/** `/reports`, the layout of the desk; signed out it shows the form for the token. */
export const deskLayout = {
  beforeLoad: async ({ context }: { context: { queryClient: QueryClient } }): Promise<{ auth: AuthState }> => {
    const { authQuery } = await import('#fairlead/report-desk/auth.functions.ts')
    return { auth: await context.queryClient.query(authQuery) }
  },
  loader: ({ params, context }: { params: Params; context: { auth: AuthState } }) =>
    loadDeskMessages(getLocale(params), context.auth),
  staleTime: Infinity,
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
}

/** `/reports/`, the list. */
export const deskProblems = {
  // `readFilters` parses it where it is used: this function is in the bundle of every page.
  validateSearch: (search: Record<string, unknown>) => search as Filters,
  loaderDeps: ({ search }: { search: Filters }) => search,
  loader: deskLoader<{ deps: Filters }>(({ facetsQuery, problemsQuery }, args) => {
    const { load } = args.context
    return Promise.all([load(problemsQuery(args.deps, 0), args), load(facetsQuery, args)])
  }),
  head: (head: Head) => deskTitle(head, 'problems'),
}

// `next` returns a value of Start, which is passed on to Start.
type RawRequest = { request: Request; params: { id: string }; next: () => unknown }

/** `/reports/$id`, a report by its id or digest. Opens over the list after a soft navigation. */
export const deskReport = {
  server: {
    handlers: {
      GET: async ({ request, params, next }: RawRequest): Promise<Response> => {
        if (!import.meta.env.SSR) return next() as Response
        const { rawEventResponse } = await import('#fairlead/report-desk/report/read-report.server.ts')
        return (await rawEventResponse(request, params.id)) ?? (next() as Response)
      },
    },
  },
  // The path has no locale, which only some applications have; the types know only one application's routes.
  staticData: { interception: { over: ['/reports/'] as never[] } },
  loader: deskLoader<{ params: { id: string } }>(async ({ reportQuery }, args) => {
    if (!(await args.context.load(reportQuery(args.params.id), args))) throw notFound()
  }),
  head: (head: Head) => deskTitle(head, 'report'),
}

type Lookup = { params: Params; deps: { id?: string }; route: { fullPath: string } }

/** `/reports/find`, the target of the lookup field. Redirects to the report, or shows what to check. */
export const deskFind = {
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' ? { id: id.slice(0, 200) } : {},
  loaderDeps: ({ search }: { search: { id?: string } }) => search,
  loader: deskLoader<Lookup>(async ({ lookupQuery }, args) => {
    const found = await args.context.load(lookupQuery(args.deps.id ?? ''), args)
    if (!found) return
    const params = { ...args.params, id: found.id }
    const to: string = args.route.fullPath.replace('find', '$id')
    throw redirect({ to, params, replace: true })
  }),
  head: (head: Head) => deskTitle(head, 'find'),
}

/** `/reports/cache` */
export const deskCache = {
  loader: deskLoader(({ cacheQuery }, args) => args.context.load(cacheQuery, args)),
  head: (head: Head) => deskTitle(head, 'cache'),
}

/** `/reports/delivery` */
export const deskDelivery = {
  loader: deskLoader(({ deliveryQuery }, args) => args.context.load(deliveryQuery, args)),
  head: (head: Head) => deskTitle(head, 'delivery'),
}

/** `/reports/jobs` */
export const deskJobs = {
  loader: deskLoader(({ jobsQuery }, args) => args.context.load(jobsQuery, args)),
  head: (head: Head) => deskTitle(head, 'jobs'),
}

/** `/reports/vitals` */
export const deskVitals = {
  validateSearch: ({ days: text, visits }: Record<string, unknown>): VitalsSearch => {
    const days = toNumber(text)
    return { ...((days === 1 || days === 30) && { days }), ...(typeof visits === 'string' && { visits }) }
  },
  loaderDeps: ({ search }: { search: VitalsSearch }) => search,
  loader: deskLoader<{ deps: VitalsSearch }>(({ vitalsQuery }, args) =>
    args.context.load(vitalsQuery(args.deps), args),
  ),
  head: (head: Head) => deskTitle(head, 'vitals'),
}

/** `/reports/$`, unknown paths of the desk. Without a session they show the sign-in form, as every other path does. */
export const deskElse = {
  loader: ({ context }: { context: { auth: AuthState } }) => {
    if (context.auth.type === 'signed-in') throw notFound()
  },
}
