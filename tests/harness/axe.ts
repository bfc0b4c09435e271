import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Rules for `barriers`: the contrast of texts, and the faults of a text in a page whose elements are tested elsewhere.
 */
export const CONTRAST: RunOptions = { runOnly: ['color-contrast'] }
export const CONTENT: RunOptions = { runOnly: ['image-alt', 'link-name', 'list', 'svg-img-alt', 'td-headers-attr'] }

/** Returns axe-core's findings that are serious or worse, one line each; by all its rules, or by the chosen ones. */
export async function barriers(page: Page, rules: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
    // Only experimental rules and rules about sound need the files that a page names, and neither is serious.
    return (await axe.run({ resultTypes: ['violations'], preload: false, ...chosen })).violations
  }, rules)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}
