import { renderToStaticMarkup } from 'react-dom/server'
import { createTranslator, IntlProvider, useTranslations } from 'use-intl'
import { expect, it } from 'vitest'
import { compileMessage } from '#fairlead/messages/compile-message.ts'
import { WithMessages } from '#fairlead/messages/provider.tsx'

const messages = {
  lent: compileMessage('until {due, date, short}'),
  left: compileMessage('{count, plural, one {one left} other {# left}}'),
  depth: compileMessage('{metres, number} m'),
} as unknown as Record<'lent' | 'left' | 'depth', string>

function translate(key: keyof typeof messages, values: Record<string, unknown>): { text: string; errors: string[] } {
  const errors: string[] = []
  const onError = (error: Error) => errors.push(error.message)
  const t = createTranslator({ locale: 'en', messages, timeZone: 'UTC', onError })
  return { text: t(key, values as { due: Date }), errors }
}

it.each([
  ['lent', { due: new Date(0) }, 'until 1/1/70'],
  ['lent', { due: 0 }, 'until 1/1/70'],
  ['left', { count: 2 }, '2 left'],
  ['depth', { metres: Infinity }, '∞ m'],
] as const)('the message %s shows %j', (key, values, text) => {
  expect(translate(key, values)).toEqual({ text, errors: [] })
})

it.each([
  ['lent', {}, 'date, got undefined'],
  ['lent', { due: null }, 'date, got null'],
  ['lent', { due: new Date('x') }, 'date, got Invalid Date'],
  ['left', {}, 'number, got undefined'],
  ['depth', { metres: NaN }, 'number, got NaN'],
  ['depth', { metres: '12' }, 'number, got 12'],
] as const)('the message %s with %j is its key, and an error', (key, values, fault) => {
  const { text, errors } = translate(key, values)
  expect(text).toBe(key)
  expect(errors).toEqual([expect.stringContaining(`${key}: expected a ${fault}`)])
})

it('a namespace that a route has not loaded is named', () => {
  const Lent = () => useTranslations('shell')('skip')
  const render = (child: React.ReactNode) =>
    renderToStaticMarkup(
      <IntlProvider locale="en" messages={{}} timeZone="UTC" onError={() => {}}>
        {child}
      </IntlProvider>,
    )
  const loaded = { shell: { skip: 'Read' } } as never
  expect(
    render(
      <WithMessages messages={loaded}>
        <Lent />
      </WithMessages>,
    ),
  ).toBe('Read')
  expect(() =>
    render(
      <WithMessages messages={{}}>
        <Lent />
      </WithMessages>,
    ),
  ).toThrow("loadMessages('shell', locale)")
})
