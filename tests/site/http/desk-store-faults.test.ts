import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADVICE } from '#fairlead/error-reports/store/store-health.ts'
import { askDesk, cookiesOf, postForm, TOKEN } from '#tests/site/http/desk.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { SPOILED } from '#tests/fairlead/database/spoiled-files.ts'
import { startForTest } from '#tests/harness/with-server.ts'

describe.each(SPOILED)('a store that is %s', (fault, spoil) => {
  it('is named by the desk, to those who have the token', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'reports.db')
    spoil(file)
    const running = await startForTest({ env: { DATA_DIR: dataDir, OPERATOR_TOKEN: TOKEN } })
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
