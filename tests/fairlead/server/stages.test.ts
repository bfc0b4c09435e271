import { expect, it } from 'vitest'
import {
  RequestContext,
  deriveRequestContext,
  getRequestContext,
  runWithRequestContext,
} from '#fairlead/platform/request-context.server.ts'
import { compose, type Middleware } from '#fairlead/server/middleware.ts'
import { STAGES } from '#fairlead/server/stages.ts'

const contextOf = (path: string) => new RequestContext(new Request(`http://localhost${path}`), '')

const note =
  (passed: string[], name: string): Middleware =>
  (_, next) => {
    passed.push(name)
    return next()
  }

const page: Middleware = () => new Response('page')

it('a pipeline passes a request through middleware once and in order, up to the one that responds', async () => {
  const passed: string[] = []
  const respond = compose([note(passed, 'a'), note(passed, 'b'), page, note(passed, 'c')], runWithRequestContext)
  expect(await (await respond(contextOf('/'))).text()).toBe('page')
  expect(passed).toEqual(['a', 'b'])
})

it('a pipeline gives later middleware the context that an earlier one has replaced, also as the current one', async () => {
  const respond = compose(
    [
      (context, next) => next(deriveRequestContext(context, new Request('http://localhost/b'))),
      ({ url }) => new Response(`${url.pathname} ${getRequestContext()?.url.pathname}`),
    ],
    runWithRequestContext,
  )
  expect(await (await respond(contextOf('/a'))).text()).toBe('/b /b')
})

it('a pipeline fails when no middleware responds', () => {
  const respond = compose([note([], 'a')], runWithRequestContext)
  expect(() => respond(contextOf('/x'))).toThrow('No middleware responds to /x')
})

it('the stages of the host come before those of the application, and each has a name', () => {
  const isOfHost = STAGES.map(({ create }) => create === undefined)
  expect(isOfHost).toEqual(isOfHost.toSorted((a, b) => Number(b) - Number(a)))
  expect(new Set(STAGES.map(({ name }) => name)).size).toBe(STAGES.length)
  expect(STAGES.at(-1)?.name).toBe('render')
})
