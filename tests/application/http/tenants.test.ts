import { expect, it } from 'vitest'
import { functionsIn, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer()

it.each([
  ['calais.quays.example', 'Calais'],
  ['dover.quays.example', 'Dover'],
  ['evil.example', 'No quay'],
])('a visitor of the host %s gets the page of its tenant alone, also after a click', async (host, name) => {
  const { text } = await ask('/quay', { origin: server.origin, headers: { host, 'sec-fetch-site': 'same-origin' } })
  expect(/<h1>([^<]*)<\/h1>/.exec(text)?.[1]).toBe(name)
  const called = await ask(functionsIn('quay')[0] ?? '', { origin: server.origin, headers: { ...OWN_PAGE, host } })
  expect(called.text).toContain(name)
})
