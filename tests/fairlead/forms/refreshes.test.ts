import { expect, it } from 'vitest'
import { toPublicError } from '#fairlead/errors/mask-errors.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { readRefreshes } from '#fairlead/forms/refreshes.server.ts'
import { getRequestContext, RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'

it('the response to a form has the new data of its queries, without one that fails', async () => {
  const context = new RequestContext(new Request('http://host.test/'), undefined)
  const queries = [
    { queryKey: ['a'], queryFn: ({ queryKey }: { queryKey: readonly unknown[] }) => `data of ${String(queryKey[0])}` },
    {
      queryKey: ['b'],
      queryFn: () => {
        throw toPublicError(new PublicError('DOWN', 503, 'down'))
      },
    },
    { queryKey: ['c'], queryFn: () => null },
  ]
  expect(await runWithRequestContext(context, () => readRefreshes(queries, []))).toEqual([
    { queryKey: ['a'], data: 'data of a' },
    { queryKey: ['c'], data: null },
  ])
  expect(context.status).toBeUndefined()
})

it('the queries of a form are read with the cookies that its response sets or deletes', async () => {
  const headers = { cookie: 'session=old; theme=dark; draft=7' }
  const context = new RequestContext(new Request('http://host.test/', { headers }), undefined)
  const queryFn = () => getRequestContext()?.request.headers.get('cookie')
  const read = () =>
    readRefreshes([{ queryKey: ['a'], queryFn }], ['session=new; Path=/; HttpOnly', 'draft=; Max-Age=0; Path=/'])
  expect(await runWithRequestContext(context, read)).toEqual([{ queryKey: ['a'], data: 'session=new; theme=dark' }])
})
