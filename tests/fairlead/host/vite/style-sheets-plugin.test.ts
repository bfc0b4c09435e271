import { expect, it } from 'vitest'
import { isMovable, styleSheetsPlugin } from '#fairlead/host/vite/style-sheets-plugin.ts'
import { buildBothSides } from '#tests/fairlead/host/vite/build-both-sides.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

/** Builds a page of the browser and a server that exports the style sheets it knows. */
async function build(css: string): Promise<{ server: Record<string, string>; browser: Record<string, string> }> {
  const root = temporaryFolder()
  const known = `import { styleSheets } from 'virtual:style-sheets'\nexport const known = styleSheets\n`
  writeFiles(root, { 'page.css': css, 'page.js': `import './page.css'\n${known}`, 'server.js': known })
  const load = await buildBothSides(root, styleSheetsPlugin())
  const knownIn = async (path: string) => (await load(path)).known as Record<string, string>
  return { server: await knownIn('server/server.mjs'), browser: await knownIn('client/page.mjs') }
}

it('the server gets the texts of the style sheets by URL, and the browser none', async () => {
  const { server, browser } = await build('p { margin: 0 }')
  expect(Object.keys(server)).toEqual(['/style.css'])
  expect(server['/style.css']).toMatch(/^p\s*\{\s*margin:\s*0;?\s*\}/)
  expect(browser).toEqual({})
})

it('a style sheet cannot end the element that it is in, nor look like a script', async () => {
  const { server } = await build(`p::before { content: '</style><script>1</script>' }`)
  expect(server['/style.css']).toContain('\\3c /style>\\3c script>1\\3c /script>')
})

it.each([
  [`@import url('https://fonts.example/a.css');p{}`, false],
  ['@charset "utf-8";p{}', false],
  ['@namespace svg url(http://www.w3.org/2000/svg);', false],
  ['p{background:url(./a.png)}', false],
  ['p{background:url( "a.png" )}', false],
  [`p{background:url('../a.png')}`, false],
  ['p{background:url(/_build/a.png)}', true],
  ['p{background:url("https://cdn.example/a.png")}', true],
  ['p{background:url(data:image/png;base64,AA)}', true],
  [`p{mask:url('#mask')}`, true],
  ['@layer a{@media print{p{}}}', true],
])('a document may have the text of %j: %s', (css, expected) => {
  expect(isMovable(css)).toBe(expected)
})
