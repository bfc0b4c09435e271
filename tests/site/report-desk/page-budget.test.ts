import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { serialize } from 'seroval'
import { describe, expect, it } from 'vitest'
import { createPageBudget, indentJson, takeWithin } from '#fairlead/report-desk/page-budget.ts'

const TEXTS = ['a', '"', "'", '<', '&', '>', '\\', '\u0001', '\u2028', 'é', 'あ', '🚢', '\ud800', 'Aa "<あ\u0007']

/** Returns the bytes of a text on a page: as text or attribute in HTML, and in the script with the page's data. */
function bytesOnPage(text: string): number {
  const html = renderToStaticMarkup(createElement('i', null, text)).length - '<i></i>'.length
  const markup = renderToStaticMarkup(createElement('i', { title: text }, text))
  return Math.max(html, Buffer.byteLength(markup) / 2 - 10) + Buffer.byteLength(serialize(text))
}

describe('a page budget', () => {
  it.each(TEXTS)('is never exceeded by a text of %j', (char) => {
    const text = createPageBudget(10_000).text(char.repeat(20_000), Infinity)
    expect(text.endsWith('…')).toBe(true)
    // The margin is for the quotes and keys around a text in the data.
    expect(bytesOnPage(text)).toBeLessThan(10_200)
  })

  it('is used up by copies and by elements', () => {
    const budget = createPageBudget(100)
    expect(budget.text('x'.repeat(10), 10, 2)).toBe('x'.repeat(10))
    expect(budget.element(50)).toBe(true)
    expect(budget.isExceeded()).toBe(false)
    expect(budget.text('y'.repeat(10), 10)).toBe('yyyyy…')
    expect(budget.element(1)).toBe(false)
    expect(budget.isExceeded()).toBe(true)
  })

  it('limits a list to its first entries', () => {
    const budget = createPageBudget(100)
    expect(takeWithin(budget, ['a', 'b', 'c'], 40, (entry) => budget.text(entry, 10))).toEqual(['a', 'b'])
    expect(budget.isExceeded()).toBe(true)
  })

  it('truncates long texts between characters', () => {
    const budget = createPageBudget(1_000)
    expect(budget.text('🚢🚢', 3)).toBe('🚢\ufffd…')
    expect(budget.text('short', 5)).toBe('short')
  })
})

describe('indented JSON', () => {
  it.each<[unknown]>([
    [{}],
    [[]],
    ['text'],
    [{ a: [1, { b: null }, []], 'c:d,{"': 'e\\"[,:' }],
    [[[[true, 1e10, -0.5]], {}]],
  ])('is that of JSON.stringify for %j', (value) => {
    const expected = JSON.stringify(value, null, 2)
    expect(indentJson(JSON.stringify(value), 1_000)).toBe(expected)
    expect(indentJson(JSON.stringify(value, null, 7), 1_000)).toBe(expected)
  })

  it('is truncated where it is long or deep', () => {
    const deep = `${'['.repeat(100)}${'0,'.repeat(100_000)}0${']'.repeat(100)}`
    expect(indentJson(deep, 5_000).length).toBeLessThan(5_300)
  })
})
