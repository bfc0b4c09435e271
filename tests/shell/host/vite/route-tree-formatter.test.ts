import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { format as formatAnew } from 'prettier'
import { expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'

/** Formats as the router's generator does, in a process of its own; returns the text, and whether prettier was loaded. */
function formatted(source: string): { text: string; isLoaded: boolean } {
  const script = `
    import { registerHooks } from 'node:module'
    import { redirectPrettier } from './app/host/vite/route-tree-formatter.ts'
    let isLoaded = false
    redirectPrettier()
    registerHooks({ load: (url, context, next) => {
      isLoaded ||= url.endsWith('/prettier/index.mjs')
      return next(url, context)
    } })
    const { format } = await import('@tanstack/router-generator')
    const text = await format(${JSON.stringify(source)}, { semicolons: false, quoteStyle: 'single' })
    process.stdout.write(JSON.stringify({ text, isLoaded }))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
  return JSON.parse(String(output)) as ReturnType<typeof formatted>
}

it('formats as prettier does, and what was formatted before without loading it', async () => {
  const source = `// ${randomUUID()}\nexport   const routes = {a:"1"};`
  const text = await formatAnew(source, { semi: false, singleQuote: true, parser: 'typescript' })
  expect(formatted(source)).toEqual({ text, isLoaded: true })
  expect(formatted(source)).toEqual({ text, isLoaded: false })
})
