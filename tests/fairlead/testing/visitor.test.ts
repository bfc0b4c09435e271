import { describe, expect, it } from 'vitest'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { formIn, newVisitor } from '#fairlead/testing/visitor.ts'
import { listen } from '#tests/harness/listen.ts'

const form = (action: string, ...fields: string[]) => `<form method="post" action="${action}">${fields.join('')}</form>`

describe('the form of a page', () => {
  const page = [
    `<form action="/search"><input name="name"></form>`,
    form('/first', '<input name="name">'),
    form(
      '/second?a=1&amp;b=2',
      '<input type="hidden" name="from" value="&quot;x&quot;">',
      '<input name="name">',
      '<textarea name="text"></textarea>',
      '<button name="intent" value="sign-up"></button>',
    ),
  ].join('')

  it('is the first that is posted and has all fields, with what it sends beside them', () => {
    expect(formIn(page, ['name'])).toEqual({ action: '/first', hidden: [] })
    expect(formIn(page, ['intent', 'name'])).toMatchObject({ action: '/second?a=1&b=2' })
    expect(formIn(page, ['text', 'name'])).toEqual({ action: '/second?a=1&b=2', hidden: [['from', '"x"']] })
  })

  it('is missed by the names of its fields', () => {
    expect(() => formIn(page, ['name', 'other'])).toThrow('no form that is posted and has the fields name, other')
  })
})

describe('a visitor', () => {
  /** A server with a sign-in and a page that says who is signed in. */
  function signInServer(): Promise<string> {
    const server = createServer((request, response) => {
      if (request.method === 'POST') {
        void text(request).then((sent) => {
          const cookie = sent.includes('right') ? 'session=of%3Dada; Path=/' : 'session=; Max-Age=0'
          response.writeHead(303, { location: '/', 'set-cookie': cookie }).end()
        })
      } else if (request.url === '/sign-in') response.end(form('/sign-in', '<input name="password">'))
      else response.end(`${request.headers.cookie ?? 'nobody'} ${request.headers['sec-fetch-site']}`)
    })
    return listen(server)
  }

  it('signs in by a form, keeps the cookie until it is deleted, and follows no redirect', async () => {
    const visitor = newVisitor(await signInServer())
    const home = async () => (await visitor.fetch('/')).text()
    expect(await home()).toBe('nobody same-origin')
    expect((await visitor.submit('/sign-in', { password: 'right' })).status).toBe(303)
    expect(await home()).toBe('session=of%3Dada same-origin')
    await visitor.submit('/sign-in', { password: 'wrong' })
    expect(visitor.cookies.size).toBe(0)
    expect(await home()).toBe('nobody same-origin')
  })
})
