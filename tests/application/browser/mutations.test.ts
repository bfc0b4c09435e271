import { expect, it } from 'vitest'
import { open } from '#tests/harness/page.ts'

it('a mutation that is built by the cache runs in production', async () => {
  const page = await open('/mutation')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByTestId('result').textContent()).toBe('saved a')
})
