import { describe, expect, it } from 'vitest'
import { clientTable } from '#fairlead/navigation/routing-table/parse/client-table.ts'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { issuesOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

const ORIGIN = 'an http or https origin without a path, such as http://localhost:3001'
const PATTERN = 'a path such as /drafts, or /drafts/* for all below it'

describe('a mistake in `beside` is reported with its place', () => {
  it.each<[object | string, string]>([
    ['http://localhost:3001', 'beside: is not an object'],
    [{ orign: 'x' }, 'beside.orign: is not a key of it; allowed: origin, host, dev, folder, cookies, keep, share'],
    [{ origin: 'localhost:3001' }, `beside.origin: localhost:3001 is not ${ORIGIN}`],
    [{ origin: 'http://localhost:3001/app' }, `beside.origin: http://localhost:3001/app is not ${ORIGIN}`],
    [{ origin: 'http://me:secret@old' }, `beside.origin: http://me:secret@old is not ${ORIGIN}`],
    [{ host: 'https://old' }, 'beside.host: https://old is not a host such as old.example.com'],
    [{ cookies: 'session' }, 'beside.cookies: is not an array'],
    [{ cookies: ['a=b'] }, 'beside.cookies[0]: a=b is not the name of a cookie'],
    [{ keep: ['shop'] }, `beside.keep[0]: shop is not ${PATTERN}`],
    [{ keep: ['/shop/:id'] }, `beside.keep[0]: /shop/:id is not ${PATTERN}`],
    [{ share: { '/blog/*': 101 } }, "beside.share['/blog/*']: 101 is not a percentage: a whole number from 0 to 100"],
    [{ share: { '/blog/*': '20' } }, "beside.share['/blog/*']: 20 is not a percentage: a whole number from 0 to 100"],
    [{ share: { blog: 20 } }, `beside.share['blog']: blog is not ${PATTERN}`],
    [{ dev: 'npm run dev' }, 'beside.folder: is missing: the folder where `dev` starts the other application'],
  ])('%j', (beside, issue) => {
    expect(issuesOf({ beside })).toContain(issue)
  })
})

it('the table has every default of `beside` filled in', () => {
  const { beside } = defineRouting({ beside: { origin: 'http://localhost:3001/' } })
  expect(beside).toEqual({ origin: 'http://localhost:3001', cookies: [], keep: [], share: {} })
})

it('the browser is told that there is an application beside, and not where', () => {
  const table = clientTable(defineRouting({ beside: { origin: 'http://10.0.0.1:3001', cookies: ['session'] } }))
  expect(table?.rewrites.fallback).toMatchObject([{ needsServer: true }])
  expect(JSON.stringify(table)).not.toMatch(/10\.0\.0\.1|session/)
})
