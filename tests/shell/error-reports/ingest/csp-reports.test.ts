import { describe, expect, it } from 'vitest'
import { parseCspReport } from '#app/error-reports/ingest/csp-reports.server.ts'

describe('readViolations', () => {
  it('reads both forms, without queries', () => {
    const read = {
      directive: 'script-src-elem',
      blocked: 'https://evil.example/a.js',
      page: 'https://here.example/p',
      source: undefined,
      line: 7,
    }
    expect(
      parseCspReport({
        'csp-report': {
          'document-uri': 'https://here.example/p?token=1#x',
          'violated-directive': "script-src-elem 'self'",
          'blocked-uri': 'https://evil.example/a.js?b',
          'line-number': 7,
        },
      }),
    ).toEqual([read])
    const body = {
      documentURL: 'https://here.example/p?x',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/a.js',
      lineNumber: 7,
    }
    expect(
      parseCspReport([
        { type: 'csp-violation', body },
        { type: 'deprecation', body: {} },
      ]),
    ).toEqual([read])
  })

  it('limits the number of violations', () => {
    const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }))
    expect(parseCspReport(many)).toHaveLength(10)
  })

  it.each([
    undefined,
    null,
    4,
    'x',
    {},
    { 'csp-report': 4 },
    [4],
    [{ type: 4 }],
    { 'csp-report': { 'blocked-uri': {} } },
  ])('takes %j for nothing', (json) => {
    expect(parseCspReport(json)).toBeUndefined()
  })
})
