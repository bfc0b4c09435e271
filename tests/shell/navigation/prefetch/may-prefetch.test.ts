import { describe, expect, it } from 'vitest'
import { mayPrefetch } from '#app/navigation/prefetch/install-prefetch.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('mayPrefetch', () => {
  it.each([
    [undefined, true],
    [{ effectiveType: '4g', saveData: false }, true],
    [{ effectiveType: '3g' }, true],
    [{ effectiveType: '2g' }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ saveData: true }, false],
  ])('over the connection %j: %s', (connection, expected) => {
    expect(mayPrefetch({ userAgent: chrome, ...(connection && { connection }) })).toBe(expected)
  })

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mediapartners-Google',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'BingPreview/1.0b',
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.19.81 A',
    'ia_archiver (+http://www.alexa.com)',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
    'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)',
  ])('refuses the bot %s', (userAgent) => {
    expect(mayPrefetch({ userAgent })).toBe(false)
  })

  it.each([
    `${chrome} YaBrowser/25.2.0`,
    chrome.replace('X11; Linux x86_64', 'Linux; Android 13; CUBOT X18'),
    'Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1',
    chrome.replace('Chrome/', 'HeadlessChrome/'),
  ])('allows the browser %s', (userAgent) => {
    expect(mayPrefetch({ userAgent })).toBe(true)
  })
})
