import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** For `barriers`: how text stands out from its ground, and what a text may lack whose elements are as on other pages. */
export const CONTRAST: RunOptions = { runOnly: ['color-contrast'] }
export const CONTENT: RunOptions = { runOnly: ['image-alt', 'link-name', 'list', 'svg-img-alt', 'td-headers-attr'] }

/** Returns axe-core's findings that are serious or worse, one line each; by all its rules, or by those of the options. */
export async function barriers(page: Page, rules: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
    // Only rules about sound and experimental ones need the files that a page names, and neither is serious.
    return (await axe.run({ resultTypes: ['violations'], preload: false, ...chosen })).violations
  }, rules)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}
