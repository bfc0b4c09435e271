import { describe, expect, it } from 'vitest'
import { type Answer, differencesOf, factsOf } from '#app/from-next/compare-facts.ts'

/** Returns the facts of a page in a body. */
const factsIn = (body: string, more: Partial<Answer> = {}) =>
  factsOf({ url: new URL('http://localhost:3001/a/b'), body, isHtml: true, isScripted: false, ...more })

describe('facts of a page', () => {
  it.each<[string, string, string, string[]]>([
    ['an attribute without quotes', '<link href=/a rel=canonical>', 'canonical', ['/a']],
    ['a tag in a comment', '<!-- <title>No</title> --><title> The\n title </title>', 'title', ['The title']],
    ['a tag in a script', '<script>"<h1>No</h1>"</script><h2>a<br>b <i>c</i>d</h2>', 'headings', ['h2 a b cd']],
    ['entities', '<title>a &amp; b</title>', 'title', ['a & b']],
    ['a relative address', '<a href="c?d=1#e">', 'links', ['/a/c?d=1#e']],
    ['a base', '<base href="/x/"><a href="c"><a href="">', 'links', ['/x/', '/x/c']],
    ['its own origin', '<a href="http://localhost:3001/c">', 'links', ['/c']],
    ['an origin that begins alike', '<a href="http://localhost:30011/c">', 'links', ['http://localhost:30011/c']],
    ['no URL', '<a href="http://[">', 'links', ['http://[']],
    [
      'an origin in a text',
      '<p>See http://localhost:3001/c, or http://localhost:3001.</p>',
      'text',
      ['See', '/c,', 'or', 'http://localhost:3001.'],
    ],
    [
      'what nobody sees',
      '<p>a</p><p hidden>b</p><style>c</style><template>d</template><noscript>e</noscript>',
      'text',
      ['a', 'e'],
    ],
    ['words across tags', '<p>3<!-- --> <b>it</b>ems</p><p>x</p>', 'text', ['3', 'items', 'x']],
    [
      'robots twice',
      '<meta name="robots" content="noindex, Follow"><meta name="googlebot" content="noindex">',
      'robots',
      ['follow', 'noindex'],
    ],
    [
      'languages',
      '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="a" href="/f">',
      'hreflang',
      ['de /de'],
    ],
    [
      'data',
      '<script type="application/ld+json">{"b":[1,{}],"@type":"A"}</script>',
      'json-ld',
      ['A.@type="A"', 'A.b.0=1', 'A.b.1={}'],
    ],
    ['data of a type again', '<script type="application/ld+json">[]</script>'.repeat(2), 'json-ld', [' 2=[]', '=[]']],
    ['data that is none', '<script type="application/ld+json">{</script>', 'json-ld', ['not JSON: {']],
    [
      'properties with a prefix',
      '<meta property="csp-nonce" content="a"><meta property="og:title" content="b">',
      'open graph',
      ['og:title=b'],
    ],
    [
      'a form',
      '<form method=POST action=c><input name=d><button name=e formaction=/f>',
      'forms',
      ['post /a/c', 'post /a/c d (text)', 'post /f e (submit)'],
    ],
    ['a field outside of forms', '<select name=d></select><input>', 'forms', ['get /a/b d (select)']],
  ])('has %s', (_, html, what, expected) => {
    expect(factsIn(html)[what]).toEqual(expected)
  })

  it('leaves out what is for browsers without scripts after scripts ran, and takes the text that is shown', () => {
    expect(factsIn('<noscript>a</noscript>b', { isScripted: true })['text']).toEqual(['b'])
    expect(factsIn('<p>a</p>', { text: ' b\n c ' })['text']).toEqual(['b', 'c'])
  })

  it('are the words of a response that is no page, and no words of a redirect', () => {
    expect(factsIn('{"a": 1}', { isHtml: false })).toEqual({ text: ['{"a":', '1}'] })
    expect(factsIn('<title>A</title>', { headers: new Headers({ location: '/c' }) })).toEqual({
      location: ['/c'],
      'header set-cookie': [],
    })
  })

  it.each<[string, [string, string][], [string, string[]]]>([
    [
      'a nonce',
      [['content-security-policy', "script-src 'nonce-abc'; default-src 'self'"]],
      ['header content-security-policy', ["default-src 'self'", "script-src 'nonce-…'"]],
    ],
    ['directives', [['cache-control', 'Public, max-age=1']], ['header cache-control', ['max-age=1', 'public']]],
    ['a type', [['content-type', 'text/html;charset=UTF-8']], ['header content-type', ['charset=utf-8', 'text/html']]],
    [
      'links',
      [['link', '</a>; rel=preload; as=style, </B>; rel=preload']],
      ['header link', ['</B>; rel=preload', '</a>; rel=preload; as=style']],
    ],
    [
      'cookies',
      [
        ['set-cookie', 'a=1; Path=/; HttpOnly; Expires=Thu, 01 Jan 2026 00:00:00 GMT'],
        ['set-cookie', 'b=2'],
      ],
      ['header set-cookie', ['a; expires; httponly; path=/', 'b']],
    ],
  ])('has %s of headers', (_, headers, [what, expected]) => {
    expect(factsIn('', { headers: new Headers(headers) })[what]).toEqual(expected)
  })

  it('is read in time linear in the length, and however deep it nests', () => {
    expect(factsIn('<div>'.repeat(100_000))['text']).toEqual([])
    expect(factsIn('<link '.repeat(100_000))['canonical']).toEqual([])
  })
})

describe('differences', () => {
  it.each<[string, string, string[], string[], string, string]>([
    ['values of one side', 'links', ['/a', '/b', '/d'], ['/a', '/c'], '/b, /d', '/c'],
    ['an order', 'headings', ['h1 a', 'h2 b', 'h2 c'], ['h1 a', 'h2 c', 'h2 b'], 'h2 b h2 c', 'h2 c h2 b'],
    ['a repetition', 'headings', ['h1 a'], ['h1 a', 'h1 a'], '', 'h1 a'],
    [
      'the first words that differ',
      'text',
      'a b c d e f g h i j k'.split(' '),
      'a x c d e f g h i j k'.split(' '),
      'b c d e f g h i',
      'x c d e f g h i',
    ],
    ['a text that ends', 'text', ['a'], ['a', 'b'], '', 'b'],
  ])('show %s', (_, what, before, after, old, next) => {
    expect(differencesOf({ [what]: before }, { [what]: after })).toEqual([{ what, old, new: next }])
  })

  it('leave out the facts of a page where the other answer is no page', () => {
    const page = { status: ['200'], location: [], 'header x-a': ['1'], title: ['A'] }
    expect(differencesOf(page, page)).toEqual([])
    expect(differencesOf(page, { status: ['308'], location: ['/b'] }).map(({ what }) => what)).toEqual([
      'status',
      'location',
      'header x-a',
    ])
    expect(differencesOf(page, { status: ['no response'] })).toEqual([
      { what: 'status', old: '200', new: 'no response' },
    ])
  })
})
