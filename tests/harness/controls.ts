import type { Locator, Page } from 'playwright-core'

const ROLES = ['menuitemradio', 'menuitem', 'radio', 'option', 'button', 'link'] as const

/** Returns a choice by its name: a link, an option or a radio button. */
function choice(page: Page, name: string): Locator {
  const [first, ...rest] = ROLES.map((role) => page.getByRole(role, { name, exact: true }))
  return rest.reduce((all, one) => all.or(one), first ?? page.getByText(name))
}

/** Chooses in a menu, list or group of buttons of the header, as a visitor would: opens its popover first. */
export async function choose(page: Page, control: string, name: string): Promise<void> {
  const list = page.getByRole('combobox', { name: control })
  if (await list.isVisible()) {
    await list.selectOption({ label: name })
    return
  }
  const wanted = choice(page, name).filter({ visible: true }).first()
  if (!(await wanted.isVisible())) {
    await page.getByRole('button', { name: control }).filter({ visible: true }).first().click()
  }
  await wanted.click()
}
