import { expect, it } from 'vitest'
import { assetsOf, documentOf, scriptsOf, tags, titleOf } from '#tests/harness/html.ts'

const html = `<!DOCTYPE html><html lang="en" dir="ltr"><head><title>A &amp; B</title>
<link rel="stylesheet" href="/_build/a.css"/><link rel="canonical" href="/page"/><link rel="modulepreload" href="/_build/a.js"/>
<link rel="preload" as="font" href="/_build/a.woff2" crossorigin/></head><body><script>const s = '<meta name="robots"/>'</script>
<img src="https://elsewhere.example/a.png" alt="a > b"/><svg><use href="/mark.svg#ring"/></svg>
<script type="module" src="/_build/a.js" async=""></script><script src="/_build/b.js"></script></body></html>`

it('readers of HTML find the title, language, tags and assets of a document', () => {
  expect(titleOf(html)).toBe('A & B')
  expect(documentOf(html)).toEqual({ lang: 'en', dir: 'ltr' })
  expect(tags(html, 'meta')).toEqual([])
  expect(tags(html, 'img')).toEqual([{ src: 'https://elsewhere.example/a.png', alt: 'a > b' }])
  expect(assetsOf(html)).toEqual(['/_build/a.css', '/_build/a.js', '/_build/a.woff2', '/_build/b.js', '/mark.svg'])
  expect(scriptsOf(html)).toEqual(['/_build/a.js', '/_build/b.js'])
})
