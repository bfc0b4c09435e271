import { expect, it } from 'vitest'
import { getBrowser } from '#app/error-reports/envelope/event-summary.ts'

const APPLE = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132'],
  [`${APPLE} Version/18.1 Safari/605.1.15`, 'Safari 18'],
  [`${APPLE} Chrome/130.0.0.0 Safari/537.36`, 'Chrome 130'],
  [`${APPLE} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge 130'],
  [`${APPLE} Chrome/130.0.0.0 Safari/537.36 OPR/115.0`, 'Opera 115'],
  [`${APPLE} Version/18.1`, null],
  ['curl/8.9.1', null],
  [`Firefox/${'9'.repeat(100)}`, 'Firefox 999999999'],
])('%s is %s', (userAgent, browser) => {
  expect(getBrowser(userAgent)).toBe(browser)
})
