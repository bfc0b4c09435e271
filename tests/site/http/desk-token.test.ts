import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askDesk, postForm } from '#tests/site/http/desk.ts'
import { tags } from '#tests/harness/html.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { startForTest } from '#tests/harness/with-server.ts'

describe('a server without OPERATOR_TOKEN', () => {
  const loggedTokens = (log: readonly string[]) =>
    log.flatMap((line) => {
      const { token, url } = JSON.parse(line) as { token?: string; url?: string }
      return token === undefined ? [] : [{ token, url }]
    })

  it('creates a token, logs it once with the URL of the desk, and stores it', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startServer({ env: { DATA_DIR } })
    const port = new URL(first.origin).port
    const [logged, ...more] = loggedTokens(first.log)
    expect(logged?.url).toBe(`http://localhost:${port}/reports`)
    expect(more).toEqual([])
    const signedIn = await postForm(first.origin, { token: logged?.token ?? '' })
    expect(signedIn.status).toBe(303)
    await first.stop()

    const second = await startForTest({ env: { DATA_DIR } })
    expect(loggedTokens(second.log)).toEqual([])
    const session = signedIn.headers.get('set-cookie')?.split(';')[0]
    expect((await askDesk(second.origin, '/reports', session)).status).toBe(200)
  })

  it('that cannot store a token keeps the desk closed and shows how to set one', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    // On SQLite the server would not start: the folder cannot be written.
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
    const closed = await startForTest({ env: { DATA_DIR: join(file, 'data'), DATABASE_URL } })
    for (const path of ['/reports', `${OTHER_PREFIX}/reports/abc`]) {
      const { status, text } = await askDesk(closed.origin, path)
      expect(status).toBe(401)
      expect(text).toContain('OPERATOR_TOKEN')
      expect(tags(text, 'form')).toEqual([])
    }
    const response = await postForm(closed.origin, { token: 'undefined' }, { scripted: true })
    expect(response.status).toBe(401)
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})
