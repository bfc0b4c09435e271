import { expect, it } from 'vitest'
import { surviveOutages } from '#tests/shell/error-reports/store/outages.ts'
import { postForm, signIn, TOKEN } from '#tests/site/http/desk.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'
import { postgresForTest } from '#tests/harness/test-database.ts'

const desk = {
  env: { OPERATOR_TOKEN: TOKEN },
  paths: ['/reports', '/reports/delivery', '/reports/vitals', '/reports/cache'],
  signIn,
  async expectAlive(origin: string, cookie: string): Promise<void> {
    expect((await fetch(`${origin}/reports`, { headers: { cookie } })).status).toBe(200)
    expect((await postForm(origin, { token: TOKEN })).status).toBe(303)
  },
}

it('two processes outlive a PostgreSQL that stops and starts, and lose no report', { timeout: 90_000 }, async () => {
  const postgres = await postgresForTest()
  const load = await surviveOutages(postgres, { count: 1, pages: ['/', OTHER_PREFIX || '/'], desk })
  expect(load.reports.length).toBeGreaterThan(20)
  expect(Object.keys(load.pages)).toEqual(['200'])
  expect(load.desk[200]).toBeGreaterThan(0)
})
