import { expect, it } from 'vitest'
import { hydrated, newPage } from '#tests/harness/page.ts'

it('a mutation that is built by the cache runs in production', async () => {
  const page = await newPage()
  await page.goto('/mutation')
  await hydrated(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByTestId('result').textContent()).toBe('saved a')
})
