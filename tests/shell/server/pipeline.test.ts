import { expect, expectTypeOf, it } from 'vitest'
import { composePipeline, STAGES, type Middleware, type Stage } from '#app/server/pipeline.ts'
import {
  createRequestContext,
  deriveRequestContext,
  getRequestContext,
  runWithRequestContext,
} from '#app/server/request-context.server.ts'

/** Returns middleware that notes its stage and passes the request on, but for the stages that are given. */
function stagesWith(passed: string[], given: Partial<Record<Stage, Middleware>>): Record<Stage, Middleware> {
  const note =
    (stage: Stage): Middleware =>
    (context, next) => {
      passed.push(stage)
      return (given[stage] ?? ((_, pass) => pass()))(context, next)
    }
  return Object.fromEntries(STAGES.map((stage) => [stage, note(stage)])) as Record<Stage, Middleware>
}

const contextOf = (path: string) => createRequestContext(new Request(`http://localhost${path}`), 'page', '')

it('passes a request through every stage once and in order', async () => {
  const passed: string[] = []
  const respond = composePipeline(stagesWith(passed, { render: () => new Response('page') }), runWithRequestContext)
  expect(await (await respond(contextOf('/'))).text()).toBe('page')
  expect(passed).toEqual(STAGES.filter((stage) => stage !== 'server-functions'))
})

it('passes calls of server functions through their stage', async () => {
  const passed: string[] = []
  const respond = composePipeline(stagesWith(passed, { render: () => new Response('page') }), runWithRequestContext)
  await respond(contextOf('/_serverFn/x'))
  expect(passed).toEqual(STAGES)
})

it('ends at the stage that responds', async () => {
  const passed: string[] = []
  const respond = composePipeline(
    stagesWith(passed, { locale: () => new Response(null, { status: 308 }) }),
    runWithRequestContext,
  )
  expect((await respond(contextOf('/'))).status).toBe(308)
  expect(passed.at(-1)).toBe('locale')
})

it('gives the stages after it the context that a stage puts in place, also as the current one', async () => {
  const given: Partial<Record<Stage, Middleware>> = {
    method: (context, next) => next(deriveRequestContext(context, new Request('http://localhost/b'))),
    render: ({ url }) => new Response(`${url.pathname} ${getRequestContext()?.url.pathname}`),
  }
  const respond = composePipeline(stagesWith([], given), runWithRequestContext)
  expect(await (await respond(contextOf('/a'))).text()).toBe('/b /b')
})

it('fails when no stage responds', () => {
  const respond = composePipeline(stagesWith([], {}), runWithRequestContext)
  expect(() => respond(contextOf('/'))).toThrow('The stage render has to respond')
})

it('is of a type that names every stage, and no other', () => {
  expectTypeOf<Parameters<typeof composePipeline>[0]>().toEqualTypeOf<Readonly<Record<Stage, Middleware>>>()
  const { render: _, ...incomplete } = stagesWith([], {})
  expectTypeOf(incomplete).not.toExtend<Parameters<typeof composePipeline>[0]>()
})
