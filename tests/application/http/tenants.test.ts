import { expect, it } from 'vitest'
import { functionsIn, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer()

const visit = (host: string) =>
  ask('/quay', { origin: server.origin, headers: { host, 'sec-fetch-site': 'same-origin' } })

it('a page that reads the host is rendered for each visitor, though its route would cache it', async () => {
  const seen = []
  for (const host of ['calais.quays.example', 'dover.quays.example', 'calais.quays.example', 'evil.example']) {
    const { status, text } = await visit(host)
    seen.push([status, /<h1>([^<]*)<\/h1>/.exec(text)?.[1]])
  }
  expect(seen).toEqual([
    [200, 'Calais'],
    [200, 'Dover'],
    [200, 'Calais'],
    [404, expect.not.stringMatching(/Calais|Dover/)],
  ])
})

it('a server function called after a click answers for its host alone', async () => {
  const [path = ''] = functionsIn('quay')
  const call = (host: string) => ask(path, { origin: server.origin, headers: { ...OWN_PAGE, host } })
  const [calais, other] = [await call('calais.quays.example'), await call('evil.example')]
  expect([calais.text.includes('Calais'), other.status, other.text.includes('Calais')]).toEqual([true, 404, false])
})
