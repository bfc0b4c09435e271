import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string): string => readFileSync(new URL(import.meta.resolve(`#fairlead/styles/${name}`)), 'utf8')

/** Returns the families that a style sheet declares, with those of the sheets beside it that it imports. */
function familiesOf(name: string): string[] {
  const css = read(name)
  const own = [...css.matchAll(/^ {2}font-family: '([^']+)'/gm)].map(([, family = '']) => family)
  const imported = [...css.matchAll(/^@import '\.\/([^']+)'/gm)].flatMap(([, file = '']) => familiesOf(file))
  return [...new Set([...own, ...imported])].toSorted()
}

it('the fonts declare every family that the tokens name', () => {
  const named = [...read('tokens.css').matchAll(/--font[\w-]*:([^;]+);/g)].flatMap(([, value = '']) => [
    ...value.matchAll(/'([^']+)'/g),
  ])
  expect(familiesOf('fonts.css')).toEqual([...new Set(named.map(([, family = '']) => family))].toSorted())
})

it('the fonts of one script declare none of the other', () => {
  const arabic = familiesOf('fonts-arabic.css')
  expect(arabic.every((family) => family.includes('Arabic'))).toBe(true)
  expect(familiesOf('fonts-latin.css').filter((family) => family.includes('Arabic'))).toEqual([])
})
