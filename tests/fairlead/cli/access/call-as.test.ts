import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FoundTarget } from '#fairlead/cli/access/application-targets.ts'
import { requestOf, send, watchRows } from '#fairlead/cli/access/call-as.ts'
import { listen } from '#tests/harness/listen.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const target = (rest: Partial<FoundTarget>): FoundTarget => ({
  name: '/orders/$id/{$}.md',
  file: 'a.ts',
  method: 'GET',
  isPublic: false,
  callers: [],
  ...rest,
})

const typeOf = ({ headers }: RequestInit) => new Headers(headers).get('content-type')

describe('a call', () => {
  it('fills in the params of a server route, unless a path is given', async () => {
    expect(await requestOf(target({}), undefined)).toEqual(['/orders/example/example.md', { method: 'GET' }])
    expect(await requestOf(target({ method: 'PUT' }), { path: '/orders/7/a.md', body: 'x' })).toEqual([
      '/orders/7/a.md',
      { method: 'PUT', body: 'x' },
    ])
  })

  it('has the data of a read in its URL', async () => {
    const [path] = await requestOf(target({ id: 'f' }), { id: 7 })
    expect(path).toMatch(/^\/_serverFn\/f\?payload=%7B/)
    expect((await requestOf(target({ id: 'f' }), undefined))[0]).toBe('/_serverFn/f')
  })

  it('has a body of JSON only with data, which Start would read', async () => {
    const [, empty] = await requestOf(target({ id: 'f', method: 'POST' }), undefined)
    expect([empty.body, typeOf(empty)]).toEqual([undefined, null])
    const [, full] = await requestOf(target({ id: 'f', method: 'POST' }), { id: 7 })
    expect(typeOf(full)).toBe('application/json')
  })

  it('has the fields of a form', async () => {
    const [, { body }] = await requestOf(target({ id: 'f', method: 'POST', isForm: true }), {
      a: ['1', '2'],
      b: 3,
      c: undefined,
    })
    expect([...(body as FormData)]).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', '3'],
    ])
  })
})

describe('a response', () => {
  async function answerOf(path: string) {
    const server = createServer(({ url, headers }, response) => {
      if (url === '/log') response.writeHead(307, { location: '/de/log' })
      if (url === '/private') response.writeHead(303, { location: '/sign-in?next=%2Fprivate' })
      response.end(url === '/de/log' ? `the mooring of ${headers.cookie}` : '')
    })
    const origin = await listen(server)
    return send(origin, [path, { method: 'GET' }], 'session=1', ['the mooring'])
  }

  it('is that of the same path in a language', async () => {
    expect(await answerOf('/log')).toMatchObject({
      status: 200,
      text: 'the mooring of session=1',
      shows: 'the mooring',
    })
  })

  it('names where it leads, and says that it is empty', async () => {
    expect(await answerOf('/private')).toMatchObject({ status: 303, location: '/sign-in', isEmpty: true })
  })
})

describe('a watched database', () => {
  async function watched() {
    const file = join(temporaryFolder(), 'app.db')
    const other = new DatabaseSync(file)
    other.exec(`pragma journal_mode = wal; create table entries (id text, text text);
      insert into entries values ('1', 'the mooring'), ('2', 'the roads')`)
    const rows = await watchRows(file, ['the mooring'])
    onTestFinished(() => {
      rows[Symbol.dispose]()
      other.close()
    })
    const read = () =>
      other
        .prepare('select text from entries order by id')
        .all()
        .map(({ text }) => text)
    return { other, rows, read }
  }

  it.each([
    ['the change of a row', `update entries set text = 'gone' where id = '1'`, 'entries'],
    ['a deletion', `delete from entries`, 'entries'],
    ['no change of the row of another', `delete from entries where id = '2'`, undefined],
    ['no new row', `insert into entries values ('3', 'the mooring')`, undefined],
    ['nothing', 'select 1', undefined],
  ])('notices %s, and has its rows again', async (_, statement, table) => {
    const { other, rows, read } = await watched()
    other.exec(statement)
    expect(await rows.undo()).toBe(table)
    expect(read()).toEqual(['the mooring', 'the roads'])
    expect(await rows.undo()).toBeUndefined()
  })
})
