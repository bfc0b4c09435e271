import { expect, it } from 'vitest'
import { localeOf } from '#fairlead/errors/document-context.server.ts'
import { renderErrorDocument, withoutScripts } from '#fairlead/errors/error-document.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'

const href = '/de/guide?next=/a?b=1&c=2'
const context = { href, locale: localeOf(href, undefined), host: undefined, theme: undefined, nonce: '' }

it('an error document leads back with the whole query', async () => {
  const html = await renderErrorDocument(new PublicError('CLOSED', 409, 'Geschlossen.'), context)
  expect(html).toContain('<form method="get" action="/de/guide">')
  expect(html).toContain('<input type="hidden" name="next" value="/a?b=1"><input type="hidden" name="c" value="2">')
})

it.each([
  [new PublicError('CLOSED', 409, 'Geschlossen.'), '<h1>Geschlossen.</h1>'],
  [new PublicError('NOT_FOUND', 404, 'This page could not be found.'), '<h1 lang="en" dir="ltr">This page'],
])('its heading has the language of its text: %s', async (error, heading) => {
  expect(await renderErrorDocument(error, context)).toContain(heading)
})

it.each([
  ['<p>a</p><script>1 < 2</script><p>b</p>', '<p>a</p><p>b</p>'],
  ['<script src="/x.js" async=""></script><script type="module">go()</script>', ''],
  ['<link rel="modulepreload" href="/x.js"/><link rel="icon" href="/i.svg"/>', '<link rel="icon" href="/i.svg"/>'],
])('without scripts, %s becomes %s', (html, expected) => {
  expect(withoutScripts(html)).toBe(expected)
})
