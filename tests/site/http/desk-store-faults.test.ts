import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADVICE } from '#app/error-reports/store/store-health.ts'
import { askDesk, cookiesOf, postForm, TOKEN } from '#tests/site/http/desk.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

let dataDir = ''
let server: Server | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-fault-'))
})
afterEach(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.each([
  ['corrupt', (file: string) => writeFileSync(file, 'no database '.repeat(2_000))],
  ['misplaced', (file: string) => mkdirSync(file)],
] as const)('a store that is %s', (fault, spoil) => {
  it('is named by the desk, to those who have the token', async () => {
    const file = join(dataDir, 'reports.db')
    spoil(file)
    const running = await startServer({ env: { DATA_DIR: dataDir, OPERATOR_TOKEN: TOKEN } })
    server = running
    await expect.poll(async () => (await fetch(`${running.origin}/healthz`)).text()).toContain(`degraded: `)

    // Sessions are in the same database. Only the token, which needs none, proves who may learn where it is.
    const refused = await postForm(running.origin, { token: 'wrong' }, { scripted: true })
    expect(refused.status).toBe(401)
    expect(await refused.text()).not.toContain(file)
    const signIn = await postForm(running.origin, { token: TOKEN }, { scripted: true })
    expect(signIn.status).toBe(503)
    const message = await signIn.text()
    expect(message).toContain(`The report store is ${fault}: ${file}`)
    expect(message).toContain(ADVICE[fault])
    const page = await postForm(running.origin, { token: TOKEN })
    const { text } = await askDesk(running.origin, '/reports', cookiesOf(page))
    expect(text).toContain(`The report store is ${fault}: ${file}`)
    expect((await askDesk(running.origin, '/reports')).status).toBe(401)
  })
})
