import { expect, it } from 'vitest'
import { surviveOutages } from '#tests/site/report-desk/outages.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'

it('two processes outlive a PostgreSQL that stops and starts, and lose no report', { timeout: 90_000 }, async () => {
  const postgres = await startPostgres()
  try {
    const { reports, pages, desk } = await surviveOutages(postgres, undefined, 1)
    expect(reports.length).toBeGreaterThan(20)
    expect(Object.keys(pages)).toEqual(['200'])
    expect(desk[200]).toBeGreaterThan(0)
  } finally {
    await postgres.stop()
  }
})
