import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { PrefetchAgeChart } from '#fairlead/inspector/prefetch-age-chart.tsx'

function textsIn(locale: string): string[] {
  const entries = [
    { key: 'a', label: 'a', ageMs: 12_900, state: 'fresh' as const },
    { key: 'b', label: 'b', ageMs: Infinity, state: 'expired' as const },
  ]
  const html = renderToStaticMarkup(
    <IntlProvider locale={locale as 'en'} messages={{}} timeZone="UTC">
      <PrefetchAgeChart entries={entries} textOf={(text) => text} />
    </IntlProvider>,
  )
  return [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
}

describe('ages on the chart', () => {
  it.each([
    ['en', '12', '300', 'fresh, 12 seconds'],
    ['de', '12', '300', 'fresh, 12 Sekunden'],
    ['ar', '12', '300', 'fresh, 12 ثانية'],
    // Where the region writes them so, with Arabic digits.
    ['ar-EG', '١٢', '٣٠٠', 'fresh, ١٢ ثانية'],
  ])('are written as in %s', (locale, age, end, said) => {
    const shown = textsIn(locale)
    expect(shown).toContain(age)
    expect(shown).toContain(end)
    expect(shown).toContain(said)
    expect(shown).toContain('∞')
  })
})
