import { expect, it } from 'vitest'
import { withoutScripts } from '#app/errors/error-document.server.ts'

it.each([
  ['<p>a</p><script>1 < 2</script><p>b</p>', '<p>a</p><p>b</p>'],
  ['<script src="/x.js" async=""></script><script type="module">go()</script>', ''],
  ['<link rel="modulepreload" href="/x.js"/><link rel="icon" href="/i.svg"/>', '<link rel="icon" href="/i.svg"/>'],
  ['<p>no script</p>', '<p>no script</p>'],
])('%s becomes %s', (html, expected) => {
  expect(withoutScripts(html)).toBe(expected)
})
