import { expect, it } from 'vitest'
import { surviveOutages } from '#tests/fairlead/error-reports/store/outages.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
import { startUpstream } from '#tests/fairlead/error-reports/upstream.ts'

it('two processes survive eight restarts of PostgreSQL', async () => {
  const [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()])
  const { reports, pages } = await surviveOutages(postgres, {
    count: 8,
    pages: ['/', '/guide', '/guide/one'],
    upstream,
  })
  expect(reports.length).toBeGreaterThan(100)
  expect(Object.keys(pages)).toEqual(['200'])
})
