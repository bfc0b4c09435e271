import { describe, expect, it } from 'vitest'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { formIn, newVisitor, shownIn } from '#fairlead/testing/visitor.ts'
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
    expect(formIn(page, ['name'])).toEqual({ action: '/first', others: [] })
    expect(formIn(page, ['intent', 'name'])).toMatchObject({ action: '/second?a=1&b=2' })
    expect(formIn(page, ['text', 'intent', 'name'])).toEqual({ action: '/second?a=1&b=2', others: [['from', '"x"']] })
  })

  it('sends what its other fields have, and its first button', () => {
    const html = form(
      '/edit',
      '<input name="title" value="Tides &amp; winds">',
      '<input name="empty">',
      '<input type="checkbox" name="public" checked="">',
      '<input type="checkbox" name="pinned" value="yes">',
      '<input type="radio" name="kind" value="a"><input type="radio" name="kind" value="b" checked="">',
      '<input name="off" value="1" disabled="">',
      '<input type="file" name="photo">',
      '<textarea name="text">\nA &lt;b&gt;</textarea>',
      '<select name="port"><option value="brest">Brest</option><option value="dover" selected="">Dover</option></select>',
      '<select name="sea"><option value="north">North</option><option value="irish">Irish</option></select>',
      '<select name="days" multiple><option selected>Monday</option><option selected>Friday</option></select>',
      `<input name=bare value='1 > 0'>`,
      '<button type="button" name="more">More</button>',
      '<button name="intent" value="save">Save</button><button name="intent" value="delete">Delete</button>',
    )
    const others = [
      ['title', 'Tides & winds'],
      ['empty', ''],
      ['public', 'on'],
      ['kind', 'b'],
      ['text', 'A <b>'],
      ['port', 'dover'],
      ['sea', 'north'],
      ['days', 'Monday'],
      ['days', 'Friday'],
      ['bare', '1 > 0'],
      ['intent', 'save'],
    ]
    expect(formIn(html, [])).toEqual({ action: '/edit', others })
    const given = ['title', 'intent']
    expect(formIn(html, given).others).toEqual(others.filter(([name = '']) => !given.includes(name)))
  })

  it('is sent by an input that submits, as by a button', () => {
    const html = form('/edit', '<input type="submit" name="intent" value="save"><input type="submit" name="more">')
    expect(formIn(html, [])).toEqual({ action: '/edit', others: [['intent', 'save']] })
    expect(formIn(html, ['more']).others).toEqual([])
  })

  it('is missed by the names of its fields', () => {
    expect(() => formIn(page, ['name', 'other'])).toThrow('no form that is posted and has the fields name, other')
  })
})

describe('the text of a page', () => {
  it.each([
    ['<body><h1>Tides</h1><p>of <a href="/x">Brest</a>, 2<!-- -->.4 m</p></body>', 'Tides of Brest, 2.4 m'],
    ['<head><title>T</title></head><script>if (a < b) c()</script><style>p{}</style><p>x &amp; y</p>', 'x & y'],
    ['<noscript><p>no script</p></noscript><template><p>later</p></template><p title="a > b">c</p>', 'no script c'],
    ['<ul><li>one</li><li>two</li></ul>\n  <p>a<br>b</p>', 'one two a b'],
  ])('of %j is what is shown', (html, shown) => {
    expect(shownIn(html).text).toBe(shown)
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

  it('reads the page to which a form leads, with the cookie that the form has set', async () => {
    const visitor = newVisitor(await signInServer())
    const page = await visitor.read(await visitor.submit('/sign-in', { password: 'right' }))
    expect(page).toEqual({ status: 200, path: '/', headings: [], text: 'session=of%3Dada same-origin' })
  })

  it.each([
    ['/again', /^\/again: more than 10 redirects$/],
    ['/away', /^\/away: leads to https:\/\/example\.org\/, away from the application$/],
  ])('ends at %s, which leads to no page', async (path, fault) => {
    const server = createServer(({ url }, response) => {
      response.writeHead(307, { location: url === '/away' ? 'https://example.org/' : '/again' }).end()
    })
    await expect(newVisitor(await listen(server)).read(path)).rejects.toThrow(fault)
  })

  it('is signed in to an application of the tests alone', async () => {
    const origin = await signInServer()
    await expect(newVisitor(origin).signIn('ada')).rejects.toThrow(
      `${origin}: is not an application of startApplication`,
    )
  })

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
