import { describe, expect, it } from 'vitest'
import { hydrated } from '#tests/harness/page.ts'
import { SOON, withReports } from '#tests/shell/browser/reporting.ts'

const { open, reports } = withReports()

const CLIENT = 'Application error: a client-side exception has occurred (see the browser console for more information).'

describe('a failure in the browser', () => {
  it.each([
    ['Throw while rendering', 'thrown while rendering'],
    ['Throw a string while rendering', 'a string'],
    ['Throw nothing while rendering', 'undefined'],
  ])('%s: its page shows the id of its report, which is stored once', async (name, message) => {
    const page = await open('/errors')
    await hydrated(page)
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('heading', { name: CLIENT }).waitFor()
    const id = (await page.getByTestId('report').innerText()).replace('Report: ', '')
    await expect.poll(() => reports().filter((report) => report.id === id).length, SOON).toBe(1)
    expect(reports(message)).toMatchObject([{ id }])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  })

  it.each([
    ['an error', 'Error: nobody caught it'],
    ['a string', 'nobody caught this string'],
    ['undefined', 'undefined'],
  ])('that nobody catches, %s, is reported once', async (kind, text) => {
    const page = await open('/errors')
    await hydrated(page)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => faults.push(message.text()))
    const meet = async (message: string) => {
      await page.evaluate((said) => setTimeout(() => void Promise.reject(new Error(said)), 0), message)
      await expect.poll(() => reports(message).length, SOON).toBe(1)
    }
    // From here on the SDK listens to the window as well.
    await meet(`before ${kind}`)
    const earlier = new Set(reports().map(({ id }) => id))
    // While nothing can be drawn, every error page fails as well, the router's own included.
    await page.getByRole('button', { name: 'Throw while rendering', exact: true }).evaluate((button, thrown) => {
      const draw = () => {
        // oxlint-disable-next-line typescript/only-throw-error -- that is what this is about
        throw { 'an error': new Error('nobody caught it'), 'a string': 'nobody caught this string' }[thrown]
      }
      Object.defineProperty(document, 'createElement', { configurable: true, value: draw })
      setTimeout(() => Reflect.deleteProperty(document, 'createElement'), 0)
      ;(button as HTMLElement).click()
    }, kind)
    await expect.poll(() => faults.join('\n')).toContain(text)
    // The next report is the one sent afterwards.
    await meet(`after ${kind}`)
    const messages = () =>
      reports()
        .filter(({ id, message }) => !earlier.has(id) && message !== `after ${kind}`)
        .map(({ message }) => message)
    await expect.poll(messages, SOON).toEqual([text.replace('Error: ', '')])
  })

  it.each([
    ['Throw in an event', 'thrown in an event'],
    ['Reject a promise', 'a rejected promise'],
  ])('%s: the page stays, and it is reported once', async (name, message) => {
    const page = await open('/errors')
    await hydrated(page)
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => reports(message).length, SOON).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Errors')
  })

  it('before hydration is reported once', async () => {
    const page = await open('/errors')
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => void Promise.reject(new Error('before it was alive')))
    })
    await page.reload()
    await expect.poll(() => reports('before it was alive').length, SOON).toBe(1)
  })
})
