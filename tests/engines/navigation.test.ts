import { expect, it } from 'vitest'
import {
  describeInEngines,
  focused,
  hasHeading,
  isAt,
  isMarked,
  isScrolledTo,
  mark,
  path,
  scroll,
  scrollToY,
  stepBack,
  stepForward,
} from '#tests/engines/journeys.ts'

describeInEngines('navigation', (journey) => {
  it('a link changes the page, its title, the focus and the announcement, in the same document', async () => {
    const { tab } = journey
    await tab.open('/')
    await tab.read(mark)
    await tab.click('header a[href="/handbook"]')
    await tab.until(hasHeading, 'What Fairlead is')
    await tab.until(() => document.querySelector('#route-announcer')?.textContent === document.title)
    expect(await tab.read(isMarked)).toBe(true)
    expect(await tab.read(focused)).toBe('H1')
    expect(await tab.read(() => document.title)).toContain('What Fairlead is')
  })

  it('Back and Forward restore the scroll position', async () => {
    const { tab } = journey
    await tab.open('/handbook/forms')
    await tab.read(mark)
    await tab.read(scrollToY, 2500)
    await tab.read(() => document.querySelector<HTMLElement>('nav a[href="/handbook/errors"]')?.click())
    await tab.until(hasHeading, 'Errors with a digest')
    expect(await tab.read(scroll)).toBe(0)
    await tab.read(stepBack)
    await tab.until(hasHeading, 'Forms')
    await tab.until(isScrolledTo, 2500)
    await tab.read(stepForward)
    await tab.until(hasHeading, 'Errors with a digest')
    await tab.until(isScrolledTo, 0)
    expect(await tab.read(isMarked)).toBe(true)
  })

  it('a reload restores the scroll position', async () => {
    const { tab } = journey
    await tab.open('/handbook/forms')
    await tab.read(scrollToY, 1800)
    await tab.read(() => location.reload())
    await tab.until(() =>
      performance
        .getEntriesByType('navigation')
        .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
    )
    await tab.until(isScrolledTo, 1800)
  })

  // WebKit has the page in its back/forward cache, and keeps no position of it.
  it('Back from another document restores the scroll position', async () => {
    const { tab } = journey
    await tab.open('/handbook/forms')
    await tab.ready()
    await tab.read(scrollToY, 1500)
    await tab.load('/healthz')
    await tab.read(stepBack)
    await tab.until(isAt, '/handbook/forms')
    await tab.until(isScrolledTo, 1500)
  })

  it('a link to a heading scrolls to it and takes the focus there, and Back returns', async () => {
    const { tab } = journey
    await tab.open('/handbook/forms')
    const hash = await tab.read(() => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].at(-1)
      link?.click()
      return link?.hash ?? ''
    })
    await tab.until(
      (id) => Math.abs(Number(document.getElementById(id)?.getBoundingClientRect().top)) < 200,
      hash.slice(1),
    )
    expect(await tab.read(path)).toBe(`/handbook/forms${hash}`)
    await tab.read(stepBack)
    await tab.until(isAt, '/handbook/forms')
    await tab.until(isScrolledTo, 0)
  })

  it('a path that no route has is the not-found page', async () => {
    const { tab } = journey
    await tab.open('/no/such/page')
    expect(await tab.read(() => document.querySelector('main')?.innerText)).toContain('404')
    await tab.click('main a[href="/"]')
    await tab.until(hasHeading, 'Fairlead')
  })

  it('the menu of languages leads to the same page in Arabic, from right to left', async () => {
    const { tab } = journey
    await tab.open('/lab/links')
    await tab.read(mark)
    await tab.click('header [popovertarget="locales"]')
    await tab.until(() => document.querySelector('#locales')?.matches(':popover-open'))
    const [menu] = await tab.read(() =>
      Array.from(document.querySelector('#locales')?.getClientRects() ?? [], ({ left, right }) => ({ left, right })),
    )
    expect(menu?.left).toBeGreaterThanOrEqual(0)
    expect(menu?.right).toBeLessThanOrEqual(1280)
    await tab.click('#locales a[lang="ar"]')
    await tab.until(isAt, '/ar/lab/links')
    await tab.until(() => document.documentElement.lang === 'ar' && document.documentElement.dir === 'rtl')
    expect(await tab.read(() => getComputedStyle(document.body).direction)).toBe('rtl')
    expect(await tab.read(isMarked)).toBe(true)
    expect(await tab.read(() => document.querySelector('#locales')?.matches(':popover-open'))).toBe(false)
  })

  it('the colours that were chosen are there after a reload', async () => {
    const { tab } = journey
    await tab.open('/lab')
    const ground = () => getComputedStyle(document.documentElement).backgroundColor
    const before = await tab.read(ground)
    await tab.click('header [popovertarget="themes"]')
    await tab.click('#themes label:nth-of-type(3)')
    await tab.until((light) => getComputedStyle(document.documentElement).backgroundColor !== light, before)
    const dark = await tab.read(ground)
    await tab.open('/lab')
    expect(await tab.read(ground)).toBe(dark)
  })

  it('the search of the handbook finds a page', async () => {
    const { tab } = journey
    await tab.open('/handbook')
    await tab.type('input[type="search"]', 'tunnel')
    await tab.until(() => document.querySelector('search a[href*="008-the-tunnel"]') !== null)
  })
})
