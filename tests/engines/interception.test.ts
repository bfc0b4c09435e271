import { expect, it } from 'vitest'
import {
  describeInEngines,
  focused,
  hasHeading,
  isAt,
  isDialogGone,
  isDialogOpen,
  isMarked,
  type Journey,
  mark,
  path,
  stepBack,
  stepForward,
} from '#tests/engines/journeys.ts'

/** Opens a photo over the gallery. */
async function openPhoto({ tab }: Journey, id: number): Promise<void> {
  await tab.open('/lab/gallery')
  await tab.read(mark)
  await tab.click(`main a[href="/lab/photo/${id}"]`)
  await tab.until(hasHeading, `Photo ${id}`)
  expect(await tab.read(isDialogOpen)).toBe(true)
  expect(await tab.read(path)).toBe(`/lab/photo/${id}`)
}

async function expectClosed({ tab }: Journey, id: number): Promise<void> {
  await tab.until(isDialogGone)
  await tab.until(isAt, '/lab/gallery')
  await tab.until((href) => document.activeElement?.getAttribute('href') === href, `/lab/photo/${id}`)
  expect(await tab.read(isMarked)).toBe(true)
}

describeInEngines('interception', (journey) => {
  it('a photo opens over the gallery, with the focus on its heading, and Tab stays in it', async () => {
    const { tab } = journey
    await openPhoto(journey, 3)
    await tab.until(() => document.activeElement?.tagName === 'H1')
    expect(await tab.read(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true)
    for (let presses = 0; presses < 8; presses++) {
      await tab.press('Tab')
      // After the last one comes the browser itself.
      expect(await tab.read(() => document.activeElement?.closest('dialog, main, header')?.tagName ?? 'DIALOG')).toBe(
        'DIALOG',
      )
    }
  })

  const ways: [name: string, close: () => Promise<unknown>][] = [
    ['Escape', () => journey.tab.press('Escape')],
    ['its button', () => journey.tab.click('dialog[open] button')],
    ['a click beside it', () => journey.tab.clickAt(5, 5)],
    ['Back', () => journey.tab.read(stepBack)],
  ]
  it.each(ways)('%s closes the photo, with the focus on its link', async (_, close) => {
    await openPhoto(journey, 2)
    await close()
    await expectClosed(journey, 2)
  })

  it('Forward opens the photo again', async () => {
    const { tab } = journey
    await openPhoto(journey, 4)
    await tab.read(stepBack)
    await expectClosed(journey, 4)
    await tab.read(stepForward)
    await tab.until(isDialogOpen)
    await tab.until(hasHeading, 'Photo 4')
  })

  it('the next photo replaces the one that is open, and one step closes both', async () => {
    const { tab } = journey
    await openPhoto(journey, 2)
    await tab.click('dialog[open] a[href="/lab/photo/3"]')
    await tab.until(hasHeading, 'Photo 3')
    await tab.press('Escape')
    await tab.until(isDialogGone)
    await tab.until(isAt, '/lab/gallery')
  })

  it('a reload makes a page of the photo, from which Back leads to the gallery', async () => {
    const { tab } = journey
    await openPhoto(journey, 5)
    await tab.read(() => location.reload())
    await tab.until(isDialogGone)
    await tab.hydrated()
    expect(await tab.read(hasHeading, 'Photo 5')).toBe(true)
    await tab.read(stepBack)
    await tab.until(hasHeading, 'Gallery')
    expect(await tab.read(isDialogGone)).toBe(true)
  })

  it('what was typed on the page stays while a photo is open over it', async () => {
    const { tab } = journey
    await tab.open('/lab/feed')
    await tab.type('input[name="note"]', 'kept')
    await tab.click('main a[href="/lab/photo/23"]')
    await tab.until(isDialogOpen)
    await tab.press('Escape')
    await tab.until(isDialogGone)
    expect(await tab.read(() => document.querySelector<HTMLInputElement>('input[name="note"]')?.value)).toBe('kept')
    expect(await tab.read(focused)).toBe('/lab/photo/23')
  })

  it('clicks as soon as the photo is open are not lost', async () => {
    const { tab } = journey
    await tab.open('/lab/gallery')
    for (const id of [4, 5, 6]) {
      await tab.read((photo) => document.querySelector<HTMLElement>(`main a[href="/lab/photo/${photo}"]`)?.click(), id)
      await tab.click('dialog[open] button')
      await tab.until(isDialogGone)
      await tab.until(isAt, '/lab/gallery')
    }
  })
})
