import { describe, expect, it } from 'vitest'
import { parseCspReport } from '#fairlead/error-reports/ingest/csp-reports.server.ts'

describe('readViolations', () => {
  it('reads both forms, without queries', () => {
    const blocked = 'https://evil.example/a.js'
    const page = 'https://here.example/p'
    const read = { directive: 'script-src-elem', blocked, page, source: undefined, line: 7 }
    const old = {
      'document-uri': `${page}?token=1#x`,
      'violated-directive': "script-src-elem 'self'",
      'blocked-uri': `${blocked}?b`,
      'line-number': 7,
    }
    expect(parseCspReport({ 'csp-report': old })).toEqual([read])
    const body = {
      documentURL: `${page}?x`,
      effectiveDirective: 'script-src-elem',
      blockedURL: blocked,
      lineNumber: 7,
    }
    const others = { type: 'deprecation', body: {} }
    expect(parseCspReport([{ type: 'csp-violation', body }, others])).toEqual([read])
  })

  it.each([Infinity, 9e18, -1, 0.5])('takes the line %d for none', (line) => {
    const read = parseCspReport({ 'csp-report': { 'violated-directive': 'img-src', 'line-number': line } })
    expect(read).toMatchObject([{ directive: 'img-src', line: undefined }])
  })

  it('limits the number of violations', () => {
    const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }))
    expect(parseCspReport(many)).toHaveLength(10)
  })

  it('takes anything else for nothing', () => {
    const others = [
      undefined,
      null,
      4,
      {},
      { 'csp-report': 4 },
      [4],
      [{ type: 4 }],
      { 'csp-report': { 'blocked-uri': {} } },
    ]
    for (const json of others) expect(parseCspReport(json), JSON.stringify(json)).toBeUndefined()
  })
})
