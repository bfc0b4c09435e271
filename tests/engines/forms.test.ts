import { expect, it } from 'vitest'
import {
  describeInEngines,
  hasHeading,
  isAt,
  isDialogGone,
  isDialogOpen,
  isMarked,
  mark,
  path,
  stepBack,
} from '#tests/engines/journeys.ts'

const valueOf = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.value
const hasText = (selector: string, text: string) => document.querySelector(selector)?.textContent.includes(text)

describeInEngines('forms', (journey) => {
  it('a form is sent in the same document, and shows what was saved', async () => {
    const { tab } = journey
    await tab.open('/lab/forms')
    await tab.read(mark)
    await tab.type('#sounding-place', 'Brest')
    await tab.type('#sounding-depth', '12')
    await tab.click('#sounding button')
    await tab.until(hasText, '[data-testid="soundings"]', 'Brest')
    expect(await tab.read(isMarked)).toBe(true)
    expect(await tab.read(path)).toBe('/lab/forms')
  })

  it('a form that is refused keeps the input and takes the focus to the field', async () => {
    const { tab } = journey
    await tab.open('/lab/forms')
    await tab.type('#sounding-place', 'Brest')
    await tab.type('#sounding-depth', 'deep')
    await tab.click('#sounding button')
    await tab.until(() => document.querySelector('#sounding-depth')?.getAttribute('aria-invalid') === 'true')
    expect(await tab.read(valueOf, '#sounding-place')).toBe('Brest')
    expect(await tab.read(() => document.activeElement?.id)).toBe('sounding-depth')
  })

  it('without JavaScript a form comes back with its input and messages, and then is saved', async () => {
    const { tab, gate } = journey
    gate.forbidsScripts = true
    await tab.load('/lab/forms')
    await tab.type('#sounding-place', 'Calais')
    await tab.type('#sounding-depth', 'deep')
    await tab.click('#sounding button')
    await tab.until(() => document.querySelector('#sounding-depth')?.getAttribute('aria-invalid') === 'true')
    expect(await tab.read(valueOf, '#sounding-place')).toBe('Calais')
    await tab.read(() => document.querySelector<HTMLInputElement>('#sounding-depth')?.select())
    await tab.press('7', 'Enter')
    await tab.until(hasText, '[data-testid="soundings"]', 'Calais')
  })

  it.each([
    ['with JavaScript', false],
    ['without JavaScript', true],
  ])('%s a form leads to another page with a message', async (_, forbidsScripts) => {
    const { tab, gate } = journey
    gate.forbidsScripts = forbidsScripts
    if (forbidsScripts) await tab.load('/lab/forms')
    else await tab.open('/lab/forms')
    await tab.type('#sounding-place', 'Dover')
    await tab.type('#sounding-depth', '20')
    await tab.click('#sounding input[name="next"]')
    await tab.click('#sounding button')
    await tab.until(isAt, '/')
    await tab.until(hasText, 'body', 'Dover')
  })

  it('a page with unsaved input asks before it is left, by a link and by Back', async () => {
    const { tab } = journey
    await tab.open('/lab')
    await tab.click('main a[href="/lab/forms"]')
    await tab.until(hasHeading, 'Forms')
    await tab.read(mark)
    await tab.type('#sounding-place', 'Ostend')
    await tab.click('header a[href="/handbook"]')
    await tab.until(isDialogOpen)
    await tab.press('Escape')
    await tab.until(isDialogGone)
    await tab.until(isAt, '/lab/forms')
    await tab.read(stepBack)
    await tab.until(isDialogOpen)
    // The first button keeps the visitor on the page.
    await tab.click('dialog[open] button:last-of-type')
    await tab.until(isAt, '/lab')
    await tab.until(hasHeading, 'Lab')
    expect(await tab.read(isMarked)).toBe(true)
  })

  it('the state of an entry is there after a reload, and after Back', async () => {
    const { tab } = journey
    await tab.open('/lab/forms')
    await tab.ready()
    await tab.type('#note', 'kept')
    await tab.read(() => location.reload())
    await tab.until((selector) => document.querySelector<HTMLTextAreaElement>(selector)?.value === 'kept', '#note')
    await tab.click('header a[href="/handbook"]')
    await tab.until(hasHeading, 'What Fairlead is')
    await tab.read(stepBack)
    await tab.until((selector) => document.querySelector<HTMLTextAreaElement>(selector)?.value === 'kept', '#note')
  })
})
