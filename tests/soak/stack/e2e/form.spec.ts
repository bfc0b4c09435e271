import { expect, test } from '@playwright/test'

test('opens the form', async ({ page }) => {
  await page.goto('/stack/form')
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page.locator('#out')).toHaveText('sent Ada')
})
