import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cleanPage, expectFault, hydrated, reopen } from '#tests/harness/page.ts'
import { ask } from '#tests/harness/request.ts'
import { navigate } from '#tests/application/browser/watch.ts'

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

async function expectBoard(page: Page, path: string, mail: string, chat: string, outlet = ''): Promise<void> {
  await page.waitForURL((url) => url.pathname === path)
  const texts = () =>
    Promise.all(['mail', 'chat', 'outlet'].map(async (id) => (await page.getByTestId(id).innerText()).trim()))
  await expect.poll(texts).toEqual([mail, chat, outlet])
}

it('a slot keeps its page while another navigates, and back and forward show what was there', async () => {
  const page = await reopen('/board')
  await expectBoard(page, '/board', 'No mail', 'No chat')
  await go(page, 'Mail 1')
  await expectBoard(page, '/board/mail/1', 'Mail 1', 'No chat')
  await go(page, 'Chat deck')
  await expectBoard(page, '/board/chat/deck', 'Mail 1', 'Chat deck')
  await page.getByRole('textbox').fill('ahoy')
  await go(page, 'Mail 2')
  await expectBoard(page, '/board/mail/2', 'Mail 2', 'Chat deck')
  await go(page, 'Settings')
  await expectBoard(page, '/board/settings', 'Mail 2', 'Chat deck', 'Settings')
  // The page was not mounted again.
  expect(await page.getByRole('textbox').inputValue()).toBe('ahoy')

  await page.goBack()
  await expectBoard(page, '/board/mail/2', 'Mail 2', 'Chat deck')
  await page.goBack()
  await expectBoard(page, '/board/chat/deck', 'Mail 1', 'Chat deck')
  await page.goBack()
  await expectBoard(page, '/board/mail/1', 'Mail 1', 'No chat')
  await page.evaluate(() => history.go(3))
  await expectBoard(page, '/board/settings', 'Mail 2', 'Chat deck', 'Settings')
  await page.evaluate(() => history.go(-4))
  await expectBoard(page, '/board', 'No mail', 'No chat')
})

it('a reload shows the page of the URL and the defaults of the other slots', async () => {
  const page = await reopen('/board')
  await go(page, 'Mail 1')
  await go(page, 'Chat deck')
  await expectBoard(page, '/board/chat/deck', 'Mail 1', 'Chat deck')
  await page.reload()
  await hydrated(page)
  await expectBoard(page, '/board/chat/deck', 'No mail', 'Chat deck')
  await page.goBack()
  await expectBoard(page, '/board/mail/1', 'Mail 1', 'Chat deck')
})

it('a slot that was left with its layout shows its page again on back', async () => {
  const page = await reopen('/board')
  await go(page, 'Mail 1')
  await go(page, 'Settings')
  await expectBoard(page, '/board/settings', 'Mail 1', 'No chat', 'Settings')
  await navigate(page, '/links')
  await page.waitForURL('**/links')
  await page.goBack()
  await expectBoard(page, '/board/settings', 'Mail 1', 'No chat', 'Settings')
})

it('a slot fails alone, and shows its next page', async () => {
  const page = await reopen('/board')
  expectFault(page, /This mail cannot be shown/)
  await go(page, 'Chat deck')
  await navigate(page, '/board/mail/13')
  await page.getByTestId('mail').getByRole('heading').first().waitFor()
  expect(await page.getByTestId('chat').innerText()).toContain('Chat deck')
  await go(page, 'Mail 1')
  await expectBoard(page, '/board/mail/1', 'Mail 1', 'Chat deck')
})

it('a slot may show its own error, and the page stands', async () => {
  const page = await reopen('/board')
  expectFault(page, /This room has sunk/)
  await go(page, 'Mail 1')
  await navigate(page, '/board/chat/wreck')
  await expectBoard(page, '/board/chat/wreck', 'Mail 1', 'No chat: This room has sunk.')
  await go(page, 'Chat deck')
  await expectBoard(page, '/board/chat/deck', 'Mail 1', 'Chat deck')
})

it('a slot that fails on a hard load leaves the page standing', async () => {
  const { status, text: html } = await ask('/board/chat/wreck')
  expect(status).toBe(200)
  expect(html).toContain('No mail')
  expect(html).not.toContain('sunk')

  const page = await cleanPage()
  expectFault(page, /This room has sunk/)
  await page.goto('/board/chat/wreck')
  await expectBoard(page, '/board/chat/wreck', 'No mail', 'No chat: This room has sunk.')
  await go(page, 'Mail 1')
  await expectBoard(page, '/board/mail/1', 'Mail 1', 'No chat: This room has sunk.')
  await go(page, 'Chat deck')
  await expectBoard(page, '/board/chat/deck', 'Mail 1', 'Chat deck')
})
