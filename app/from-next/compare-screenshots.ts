import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserType } from 'playwright-core'
import { withTabs } from './compare-clicks.ts'
import { urlAt } from './compare.ts'
import { LIMITS, SourceError } from './source.ts'

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (rows: readonly string[], old: URL, next: URL) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(`${old.host} and ${next.host}`)}</title>
<style>
  body { font: 1rem/1.5 system-ui; margin: 1rem; color-scheme: light dark }
  section { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-block: 2rem }
  h2 { grid-column: 1 / -1; font-size: 1rem; margin: 0 }
  img { inline-size: 100%; border: 1px solid }
</style>
<h1>${escapeHtml(old.origin)}, ${escapeHtml(next.origin)}</h1>
${rows.join('\n')}
</html>
`

/**
 * Writes pictures of at most `LIMITS.clickPages` pages in both applications, and `index.html`, which shows them.
 *
 * @throws SourceError if the folder has files, or if there is no Chromium
 */
export async function writeScreenshots(
  browser: BrowserType,
  old: URL,
  next: URL,
  paths: readonly string[],
  folder: string,
): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new SourceError(`${folder} has files already; --screenshots takes an empty folder, or one to be made`)
  mkdirSync(folder, { recursive: true })
  const rows: string[] = []
  await withTabs(browser, old, next, async (tabs) => {
    for (const [index, path] of paths.slice(0, LIMITS.clickPages).entries()) {
      const shown = tabs.map(async ({ tab, origin }, side) => {
        const name = `${index + 1}-${side === 0 ? 'old' : 'new'}.png`
        await tab.goto(urlAt(origin, path).href, { timeout: LIMITS.requestMs })
        await tab.waitForLoadState('networkidle', { timeout: LIMITS.clickMs }).catch(() => {})
        await tab.screenshot({ path: join(folder, name), fullPage: true, animations: 'disabled' })
        return `<img src="${name}" alt="${escapeHtml(`${path} at ${origin.host}`)}" loading="lazy">`
      })
      const pictures = await Promise.allSettled(shown)
      const cells = pictures.map((each) => (each.status === 'fulfilled' ? each.value : '<p>No response.</p>'))
      rows.push(`<section><h2>${escapeHtml(path)}</h2>${cells.join('')}</section>`)
    }
  })
  writeFileSync(join(folder, 'index.html'), page(rows, old, next))
}
